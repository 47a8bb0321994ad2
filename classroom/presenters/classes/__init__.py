"""Classes, rosters and login cards as their teacher's pages show them."""
