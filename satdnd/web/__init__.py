"""The editor: a page in the browser, and the bridge between it and the package.

Begin with `bridge`: a message of the page in, an answer out, the same in a local process as in the browser. `server`
serves the page on this machine, `site` writes it as files for any web server; the page itself is plain JavaScript in
``static``, which begins with ``main.js``. No rule of any puzzle is written here.
"""
