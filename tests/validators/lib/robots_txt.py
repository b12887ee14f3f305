"""Evaluates robots.txt with urllib.robotparser from Python's standard library.

Reads {"text": …, "queries": [[bot, url], …]} from stdin as JSON, and writes
{"allowed": [true, …], "sitemaps": […]} to stdout.
"""

import json
import sys
from urllib.robotparser import RobotFileParser

task = json.load(sys.stdin)
robots = RobotFileParser()
robots.parse(task["text"].splitlines())

json.dump(
    {
        "allowed": [robots.can_fetch(bot, url) for bot, url in task["queries"]],
        "sitemaps": robots.site_maps() or [],
    },
    sys.stdout,
)
