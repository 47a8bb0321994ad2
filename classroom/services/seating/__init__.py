"""Who sits where: forming tables by wishes and levels, the plan changed by hand, what is chosen for a table."""
