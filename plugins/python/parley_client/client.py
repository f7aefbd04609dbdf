"""Joining, coming back after a drop, answering once, and waiting where the arena says wait."""

from __future__ import annotations

import asyncio
import inspect
import logging
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Sequence, Set, Tuple, Union

import socketio

from .messages import Act, Ask, Beliefs, Over, Refused, Survey, plain

log = logging.getLogger("parley")

Reply = Union[str, Act]
ActFunction = Callable[[Ask], Union[Reply, Awaitable[Reply]]]
SurveyFunction = Callable[[Survey], Union[Beliefs, Awaitable[Beliefs]]]
OverFunction = Callable[[Over], Union[None, Awaitable[None]]]

PROTOCOL = 1
ACK_SECONDS = 5
ENDS = 200  # remembered, as many as an arena tells again
NAMESPACE = "/agents"


class Player:
    """An agent that has joined. `await player.closed()` waits until it is let out; `await player.leave()` goes."""

    def __init__(
        self,
        act: ActFunction,
        survey: Optional[SurveyFunction] = None,
        over: Optional[OverFunction] = None,
    ) -> None:
        self.welcome: Dict[str, Any] = {}
        self._act = act
        self._survey = survey
        self._over = over
        self._socket = socketio.AsyncClient(reconnection_delay=0.2, reconnection_delay_max=3)
        self._answers: Dict[Tuple[str, int, Any], "asyncio.Future[Optional[Dict[str, Any]]]"] = {}
        self._ended: List[Tuple[str, int]] = []
        self._tasks: List["asyncio.Task[None]"] = []
        self._joined: "asyncio.Future[None]" = asyncio.get_running_loop().create_future()
        self._closed: "asyncio.Future[Optional[Refused]]" = asyncio.get_running_loop().create_future()
        for event, handler in (
            ("welcome", self._on_welcome),
            ("ask", self._on_ask),
            ("survey", self._on_survey),
            ("over", self._on_over),
            ("refused", self._on_refused),
            ("closed", self._on_closed),
            ("connect_error", self._on_connect_error),
        ):
            self._socket.on(event, handler, namespace=NAMESPACE)

    async def closed(self) -> Optional[Refused]:
        """Why the arena ended it: the agent joined elsewhere, or its token is revoked. None after `leave`."""
        return await asyncio.shield(self._closed)

    async def leave(self) -> None:
        if not self._closed.done():
            self._closed.set_result(None)
        await self._socket.disconnect()

    async def _connect(self, url: str, auth: Mapping[str, Any], seconds: float) -> None:
        try:
            await asyncio.wait_for(self._join(url, auth), seconds)
        except socketio.exceptions.ConnectionError as error:
            raise ConnectionError(f"the arena can't be reached: {error}") from error
        except asyncio.TimeoutError as error:
            raise ConnectionError(f"the arena did not take the join within {seconds} s") from error

    async def _join(self, url: str, auth: Mapping[str, Any]) -> None:
        await self._socket.connect(
            url.rstrip("/"), auth=dict(auth), namespaces=[NAMESPACE], transports=["websocket"], wait=False
        )
        await asyncio.shield(self._joined)

    async def _on_welcome(self, message: Dict[str, Any]) -> None:
        self.welcome = message
        if not self._joined.done():
            self._joined.set_result(None)

    async def _on_connect_error(self, message: Any = None) -> None:
        data = message.get("data") if isinstance(message, dict) else None
        if not isinstance(data, dict):
            log.warning("the arena can't be reached, trying again: %s", message)
            return
        refusal = Refused(str(data.get("code")), str(data.get("message")))
        if not self._joined.done():
            self._joined.set_exception(refusal)
        if not self._closed.done():
            self._closed.set_result(refusal)

    async def _on_closed(self, message: Dict[str, Any]) -> None:
        if not self._closed.done():
            self._closed.set_result(Refused(message["code"], message["message"]))

    async def _on_refused(self, message: Dict[str, Any]) -> None:
        log.warning("refused: %s", message.get("message"))

    async def _on_ask(self, message: Dict[str, Any]) -> None:
        ask = Ask.read(message)
        key = (ask.match, ask.turn, (ask.refusal or {}).get("left"))
        for old in [one for one in self._answers if one[0] == ask.match and one[1] < ask.turn - 64]:
            del self._answers[old]
        if key not in self._answers:  # an ask that comes again after a drop is not thought about again
            self._answers[key] = asyncio.ensure_future(self._think(ask))
        self._start(self._send(key))

    async def _think(self, ask: Ask) -> Optional[Dict[str, Any]]:
        try:
            reply = await _called(self._act, ask)
        except Exception:
            log.exception("the agent failed at turn %s of %s; its clock runs on", ask.turn, ask.match)
            return None
        act = Act(reply) if isinstance(reply, str) else reply
        return act.message(ask, (ask.refusal or {}).get("left", 0))

    async def _send(self, key: Tuple[str, int, Any]) -> None:
        message = await self._answers[key]
        while message is not None and self._socket.connected:
            try:
                reply = await self._socket.call("act", message, namespace=NAMESPACE, timeout=ACK_SECONDS)
            except (socketio.exceptions.TimeoutError, socketio.exceptions.BadNamespaceError):
                if not self._socket.connected:
                    return  # the ask comes again once the link is up
                continue
            error = (reply or {}).get("error") or {}
            if error.get("code") != "too-fast":
                return
            await asyncio.sleep(float(error.get("retry", 1)))

    async def _on_survey(self, message: Dict[str, Any]) -> None:
        if self._survey is not None:
            self._start(self._answer_survey(Survey.read(message)))

    async def _answer_survey(self, survey: Survey) -> None:
        assert self._survey is not None
        try:
            beliefs = await _called(self._survey, survey)
        except Exception:
            log.exception("the survey of turn %s of %s failed", survey.turn, survey.match)
            return
        answer = {"match": survey.match, "turn": survey.turn, "seat": survey.seat, "beliefs": plain(beliefs)}
        await self._socket.emit("beliefs", answer, namespace=NAMESPACE)

    async def _on_over(self, message: Dict[str, Any]) -> None:
        over = Over.read(message)
        if (over.match, over.seat) in self._ended:  # told before a drop and after it
            return
        self._ended = self._ended[1 - ENDS :] + [(over.match, over.seat)]
        for old in [one for one in self._answers if one[0] == over.match]:
            del self._answers[old]
        if self._over is not None:
            await _called(self._over, over)

    def _start(self, work: Any) -> None:
        self._tasks = [task for task in self._tasks if not task.done()] + [asyncio.ensure_future(work)]


async def _called(function: Callable[[Any], Any], argument: Any) -> Any:
    """A plain function runs in a thread, so that one that thinks long does not hold up the heartbeat."""
    if inspect.iscoroutinefunction(function):
        return await function(argument)
    value = await asyncio.get_running_loop().run_in_executor(None, function, argument)
    return await value if inspect.isawaitable(value) else value


async def join(
    url: str,
    token: str,
    act: ActFunction,
    *,
    survey: Optional[SurveyFunction] = None,
    over: Optional[OverFunction] = None,
    version: Optional[str] = None,
    concurrency: int = 1,
    kinds: Optional[Sequence[str]] = None,
    prompt: bool = True,
    seconds: float = 20,
) -> Player:
    """Joins and returns at once; asks are answered while the event loop runs.

    `prompt=False`: `ask.prompt` is empty, which spares both sides work when the agent reads the view alone.
    `seconds` is how long the first join may take. Raises Refused or ConnectionError.
    """
    auth: Dict[str, Any] = {
        "protocol": PROTOCOL,
        "token": token,
        "concurrency": concurrency,
        "surveys": survey is not None,
        "prompt": prompt,
    }
    if version is not None:
        auth["agent"] = {"version": version}
    if kinds is not None:
        auth["kinds"] = list(kinds)
    player = Player(act, survey, over)
    try:
        await player._connect(url, auth, seconds)
    except BaseException:
        await player._socket.disconnect()
        raise
    return player


def play(
    url: str,
    token: str,
    act: ActFunction,
    *,
    matches: int = 0,
    over: Optional[OverFunction] = None,
    **options: Any,
) -> int:
    """Joins and plays until the arena ends it, or for `matches` matches. Returns how many. Raises Refused at the door."""

    async def run() -> int:
        played = 0
        asked: Set[str] = set()  # the end of a match from before this call may be told again: it is not counted
        enough = asyncio.Event()

        async def noted(ask: Ask) -> Reply:
            asked.add(ask.match)
            reply: Reply = await _called(act, ask)
            return reply

        async def counted(end: Over) -> None:
            nonlocal played
            played += end.match in asked
            if over is not None:
                await _called(over, end)
            if matches and played >= matches:
                enough.set()

        player = await join(url, token, noted, over=counted, **options)
        done = asyncio.ensure_future(enough.wait())
        closed = asyncio.ensure_future(player.closed())
        await asyncio.wait([done, closed], return_when=asyncio.FIRST_COMPLETED)
        await player.leave()
        done.cancel()
        return played

    return asyncio.run(run())
