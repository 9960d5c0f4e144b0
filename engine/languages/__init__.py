"""Languages of the program and of the player: a folder each, with conventions, catalogues and glossary."""
