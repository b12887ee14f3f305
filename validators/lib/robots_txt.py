"""Asks Python's own reader of robots.txt.

Reads {"text": …, "questions": [[bot, url], …]} as JSON from standard input,
writes {"answers": [true, …], "sitemaps": […]}.
"""

import json
import sys
from urllib.robotparser import RobotFileParser

task = json.load(sys.stdin)
robots = RobotFileParser()
robots.parse(task["text"].splitlines())

json.dump(
    {
        "answers": [robots.can_fetch(bot, url) for bot, url in task["questions"]],
        "sitemaps": robots.site_maps() or [],
    },
    sys.stdout,
)
