"""Reads the rows of the score on standard input with dateparser and parsedatetime.

One JSON line for each row: the local start that each of them reads, or null. Run by peers.mjs.
"""

import json
import sys
from datetime import datetime, timedelta

import parsedatetime
from dateparser.search import search_dates

calendar = parsedatetime.Calendar()


def minute(moment):
    return moment.strftime("%Y-%m-%dT%H:%M")


for line in sys.stdin:
    row = json.loads(line)
    utc = datetime.strptime(row["now"], "%Y-%m-%dT%H:%M:%SZ")
    now = utc + timedelta(minutes=row["offset"])
    settings = {
        "RELATIVE_BASE": now,
        "DATE_ORDER": "MDY" if row["month_first"] else "DMY",
        "PREFER_DATES_FROM": "future" if row["ahead"] else "past",
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    try:
        found = search_dates(row["text"], languages=["en"], settings=settings)
        first = minute(found[0][1].replace(tzinfo=None)) if found else None
    except Exception:  # a reader that fails has read nothing
        first = None
    try:
        moment, status = calendar.parseDT(row["text"], sourceTime=now)
        second = minute(moment) if status else None
    except Exception:
        second = None
    print(json.dumps({"dateparser": first, "parsedatetime": second}))
