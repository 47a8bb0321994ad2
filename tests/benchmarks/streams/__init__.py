"""Ten thousand pages that only listen: what they cost our own streams, and what they cost behind Pushpin."""
