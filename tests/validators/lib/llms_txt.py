"""Parses llms.txt with the grammar of the reference parser (llms_txt/miniparse.py).

The regular expressions are copied from it. Like the reference parser, this script
crashes if one of them does not match.
Reads the text from stdin as JSON, and writes the result to stdout as JSON.
"""

import json
import re
import sys

SECTION = re.compile(r"^##\s*(.*?$)", re.MULTILINE)
HEAD = re.compile(
    r"^#\s*(?P<title>.+?$)\n+(?:^>\s*(?P<summary>.+?$)$)?\n+(?P<info>.*)",
    re.MULTILINE | re.DOTALL,
)
LINK = re.compile(r"-\s*\[(?P<title>[^\]]+)\]\((?P<url>[^\)]+)\)(?::\s*(?P<desc>.*))?")


def read(text):
    head, *rest = SECTION.split(text)
    sections = dict(zip(rest[::2], rest[1::2]))
    return {
        **HEAD.search(head.strip()).groupdict(),
        "sections": {name: links(body) for name, body in sections.items()},
    }


def links(body):
    lines = re.split(r"\n+", body.strip())
    return [LINK.search(line).groupdict() for line in lines if line.strip()]


json.dump(read(json.load(sys.stdin)), sys.stdout)
