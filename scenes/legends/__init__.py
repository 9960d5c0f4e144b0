"""The screens of Eight-Minute Empire: Legends."""
