"""One picture, drawn in many forms: terminal text, SVG, PNG, PDF.

Begin with `picture`: a `Picture` is a value, tiles and margins and what is marked; a `Panel` is a picture with a line
of text. `colours` has every colour, `terminal`, `svg`, `png` and `pdf` draw, `forms` chooses. Nothing here knows what a
puzzle is; each kind makes its own pictures.
"""
