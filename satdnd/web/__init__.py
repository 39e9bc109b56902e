"""The editor: a page in the browser, and the bridge between it and the package.

Begin with `bridge`: it takes a message of the page and returns an answer, in a local process as well as in the browser.
`server` serves the page on this machine, `site` writes it as files for any web server; the page itself is plain
JavaScript in ``static`` and begins with ``main.js``. No rule of any puzzle is written here.
"""
