"""Classes, rosters, and login cards on their teachers' pages."""
