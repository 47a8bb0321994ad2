"""What answers tell about a student, and which equation comes next. Pure: no database, no clock, no global chance."""
