"""What happens: verbs with keyword-only arguments. No request, no `current_user` in here."""
