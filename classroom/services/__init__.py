"""Use cases: verbs with keyword-only arguments. No request and no `current_user` here."""
