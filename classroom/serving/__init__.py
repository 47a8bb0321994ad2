"""The server's connections: an event loop reads requests and passes them to threads (docs/adr/0001-server.md)."""
