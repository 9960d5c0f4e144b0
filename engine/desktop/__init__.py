"""What differs by desktop system: message boxes, the file manager, packed programs."""
