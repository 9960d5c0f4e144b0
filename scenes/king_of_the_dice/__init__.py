"""The screens of King of the Dice."""
