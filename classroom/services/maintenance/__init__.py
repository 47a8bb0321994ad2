"""Server maintenance: backups, upgrades, the background thread, deletion of old data, status."""
