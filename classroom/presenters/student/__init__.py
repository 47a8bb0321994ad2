"""What a student's own pages show."""
