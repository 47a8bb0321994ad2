"""Classes: their students and teachers, and teachers' settings for students."""
