"""What a teacher sees of a session: lobby, tables, front of the room, and what is left afterwards."""
