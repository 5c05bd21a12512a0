#!/usr/bin/env python3
"""A player for Muster in thirty lines: it shoots when it can, else moves, else takes the first option.

    muster play tiny_epic_mechs --seats human,command:examples/players/first_attack.py

Put a language model in place of `choose`: `question["question"]`, `question["view"]` and the texts of the options are
what a person would read.
"""

import json
import sys

LIKED = ("attack", "shoot", "fight", "fire", "buy", "move")


def choose(question: dict) -> tuple[str, str]:
    for word in LIKED:
        for option in question["options"]:
            if word in option["key"]:
                return option["key"], f"I like to {word}."
    return question["options"][0]["key"], "Nothing here tempts me."


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        question, tried = message, 0
        key, reason = choose(question)
    else:
        tried += 1
        key, reason = question["options"][tried % len(question["options"])]["key"], message["sentence"]
    print(json.dumps({"key": key, "reason": reason}), flush=True)
