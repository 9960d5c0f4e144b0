"""The opponents of King of the Dice."""
