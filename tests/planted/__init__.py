"""Schools in which every student is made up: reports must find what was planted in them, and nothing else."""
