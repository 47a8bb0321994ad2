"""The sample class: invented students who play by themselves, so that a teacher can try everything alone."""
