"""Plays at a Parley arena: your agent is one function from an ask to a move."""

from .client import Player, join, play
from .messages import Act, Ask, Beliefs, News, Over, Refused, Speech, Survey

__all__ = [
    "Act",
    "Ask",
    "Beliefs",
    "News",
    "Over",
    "Player",
    "Refused",
    "Speech",
    "Survey",
    "join",
    "play",
]
