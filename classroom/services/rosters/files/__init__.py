"""Read files into grids: text, spreadsheets, and OneRoster archives."""
