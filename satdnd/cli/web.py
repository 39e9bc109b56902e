"""``satdnd web``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("web")
@click.option("--output", required=True, type=click.Path(), metavar="DIR", help="Write the site there.")
def command(output: str) -> None:
    """Write the editor as a static site: Python runs in the browser, so any web server will do.

    Pyodide and its wheels are downloaded by npm and pip (10 MB) and compared with known hashes. The site needs no
    other servers.

    \b
    Example:
      satdnd web --output site && python -m http.server --directory site
    """
    from satdnd.web.site import build, site_files

    if not output:
        raise click.UsageError("--output is empty: expected the name of a folder")
    place = build(Path(output), lambda sentence: click.echo(sentence, err=True))
    size = sum((place / name).stat().st_size for name in site_files(place))
    click.echo(f"{place}: {size / 1e6:.0f} MB")
