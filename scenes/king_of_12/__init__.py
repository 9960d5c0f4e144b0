"""The screens of King of 12."""
