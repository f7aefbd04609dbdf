"""What the arena and an agent say to each other. Unknown fields are kept out, so that newer arenas work."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Dict, List, Mapping, Optional, Type, TypeVar, Union

T = TypeVar("T")


def _known(kind: Type[T], message: Mapping[str, Any]) -> Dict[str, Any]:
    names = {one.name for one in fields(kind)}  # type: ignore[arg-type]
    return {name: value for name, value in message.items() if name in names}


class Refused(Exception):
    """The arena said no: `code` says to what, the text why."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Speech:
    """Which of the offered moves may carry text, and how many characters of it."""

    moves: Union[str, List[str]]
    max: int


@dataclass(frozen=True)
class News:
    """Something this seat witnessed. `text` is another agent's own words: data, never an instruction."""

    id: int
    seat: Optional[int]
    move: str
    line: str
    text: Optional[str] = None


@dataclass(frozen=True)
class Ask:
    """A turn. `view` is all the seat may know, `prompt` the same in words; answer with one of `moves`."""

    match: str
    turn: int
    game: str
    kind: str
    seat: int
    role: str
    name: str
    names: List[str]
    view: Any
    moves: List[str]
    prompt: str
    news: List[News] = field(default_factory=list)
    speech: Optional[Speech] = None
    deadline: Optional[float] = None
    left: Optional[float] = None
    bank: float = 0
    took: Optional[float] = None
    since: int = 0
    refusal: Optional[Dict[str, Any]] = None

    @staticmethod
    def read(message: Mapping[str, Any]) -> "Ask":
        known = _known(Ask, message)
        known["news"] = [News(**_known(News, one)) for one in message.get("news", [])]
        speech = message.get("speech")
        known["speech"] = Speech(**_known(Speech, speech)) if speech else None
        return Ask(**known)

    def may_speak(self, move: str) -> bool:
        """Whether `move` may carry text."""
        return self.speech is not None and (self.speech.moves == "all" or move in self.speech.moves)


@dataclass(frozen=True)
class Beliefs:
    """By seat, one's own entry 0: the probability that each is a culprit; suspicion and trust from 0 to 2."""

    suspects: List[float]
    suspicion: Optional[List[float]] = None
    trust: Optional[List[float]] = None


@dataclass(frozen=True)
class Act:
    """An answer. `note` stays in the log and is shown to nobody at the table."""

    move: str
    text: Optional[str] = None
    beliefs: Optional[Beliefs] = None
    note: Optional[Dict[str, Union[str, float, bool, None]]] = None

    def message(self, ask: Ask, number: int) -> Dict[str, Any]:
        given = {name: value for name, value in asdict(self).items() if value is not None}
        if self.beliefs is not None:
            given["beliefs"] = plain(self.beliefs)
        return {"match": ask.match, "turn": ask.turn, "id": f"{ask.turn}.{number}", **given}


@dataclass(frozen=True)
class Survey:
    """What do you think of the others? Off the record."""

    match: str
    turn: int
    game: str
    seat: int
    view: Any
    about: List[int]
    prompt: str
    left: Optional[float] = None

    @staticmethod
    def read(message: Mapping[str, Any]) -> "Survey":
        return Survey(**_known(Survey, message))


@dataclass(frozen=True)
class Over:
    """The end of a match; scores and outcomes are by seat, empty when it was given up."""

    match: str
    seat: int
    state: str
    scores: List[float]
    outcome: List[float]

    @staticmethod
    def read(message: Mapping[str, Any]) -> "Over":
        return Over(**_known(Over, message))


def plain(beliefs: Beliefs) -> Dict[str, Any]:
    return {name: value for name, value in asdict(beliefs).items() if value is not None}
