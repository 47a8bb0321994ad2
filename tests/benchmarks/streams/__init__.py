"""Ten thousand pages that only listen: the cost with our own streams and behind Pushpin."""
