"""The sample class: simulated students who play on their own, so that a teacher can try everything alone."""
