"""Identity and authentication: teachers' accounts, students' login cards, logins."""
