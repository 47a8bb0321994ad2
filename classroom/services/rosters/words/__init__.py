"""What headings, cells, and lines mean: words of schools in several languages, names, and what is private."""
