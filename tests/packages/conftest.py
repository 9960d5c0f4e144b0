"""Fixtures of the tests of packages."""

from tests.support.packages import load as load
