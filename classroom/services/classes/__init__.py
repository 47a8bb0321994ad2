"""Classes: who is in them, who teaches them, and what is noted about their students."""
