"""What several screens share: names of levels and opponents, glossary words, progress in lessons, thumbnails."""
