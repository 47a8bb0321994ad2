"""What happens: verbs with keyword-only arguments. No request and no signed-in person in here."""
