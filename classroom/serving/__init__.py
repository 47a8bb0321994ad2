"""The server's connections: an event loop reads whole requests and hands them to threads (docs/adr/0001-server.md)."""
