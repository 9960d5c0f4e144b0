"""The screens of Tash-Kalar."""
