"""The skills' equations, one file for each kind of arithmetic."""
