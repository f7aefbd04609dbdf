"""Plays the first move it is offered: PARLEY_URL=... PARLEY_TOKEN=... python3 first_move.py"""

import os

from parley_client import Ask, play


def act(ask: Ask) -> str:
    return ask.moves[0]


if __name__ == "__main__":
    play(os.environ["PARLEY_URL"], os.environ["PARLEY_TOKEN"], act)
