"""What keeps a server going: backups, the background thread, what it holds, what it forgets."""
