"""The teacher's pages of a session: lobby, tables, class screen, and summary."""
