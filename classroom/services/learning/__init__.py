"""What answers tell about students, and the equations they are dealt because of it."""
