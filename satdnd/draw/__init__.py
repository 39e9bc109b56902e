"""Pictures, drawn in many forms: terminal text, SVG, PNG, PDF.

Begin with `picture`: a `Picture` is a value that holds tiles, margins and marks; a `Panel` is a picture with a line of
text. `colours` has every colour; `terminal`, `svg`, `png` and `pdf` draw, and `forms` chooses among them. This room
knows no puzzle; each kind makes its own pictures.
"""
