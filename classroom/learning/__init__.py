"""The student model and equation selection. Pure: no database, no clock, no global randomness."""
