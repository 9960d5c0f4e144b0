"""The tournament: five to sixteen seats in several groups, with a centre stage in every trick."""
