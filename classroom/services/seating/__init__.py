"""Who sits where: forming tables by rules and levels, the plan changed by hand, what is chosen for a table."""
