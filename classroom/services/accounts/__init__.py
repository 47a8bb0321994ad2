"""Who someone is, and how they prove it: teachers' accounts, students' login cards, sign-ins."""
