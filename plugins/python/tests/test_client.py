import asyncio
import threading
import urllib.parse
from typing import Any, List

import pytest

from parley_client import Act, Ask, Beliefs, Over, Player, Refused, Survey, join, play


SEATS = 6  # of a simple mystery


def test_a_plain_function_plays_to_the_end(arena: Any) -> None:
    token = arena.token("alice")
    asks: List[Ask] = []
    overs: List[Over] = []

    def act(ask: Ask) -> str:
        asks.append(ask)
        return ask.moves[-1]

    threading.Timer(0.5, lambda: arena.match("tic-tac-toe", "alice", "random")).start()
    assert play(arena.url, token, act, matches=1, over=overs.append) == 1
    assert overs[0].state == "over" and len(overs[0].scores) == 2
    assert asks[0].turn == 0 and asks[0].seat == 0 and "a1" in asks[0].moves
    assert [news.seat for news in asks[1].news] == [1]
    assert asks[1].news[0].line


def test_an_async_function_speaks_believes_and_is_surveyed(arena: Any) -> None:
    async def run() -> None:
        token = arena.token("rosa")
        done = asyncio.Event()
        surveyed: List[int] = []

        async def act(ask: Ask) -> Act:
            move = ask.moves[0]
            text = "I was in the library." if ask.may_speak(move) else None
            return Act(move, text=text, note={"thought": "hm"})

        def survey(ask: Survey) -> Beliefs:
            surveyed.append(ask.turn)
            return Beliefs([1.0 if seat in ask.about else 0.0 for seat in range(SEATS)])

        player = await join(arena.url, token, act, survey=survey, over=lambda _: done.set())
        match = arena.match("mystery:simple:1", "rosa", *["detective"] * (SEATS - 1))
        await asyncio.wait_for(done.wait(), 30)
        await player.leave()
        frames = arena.call(f"/api/matches/{match}/frames?sight=all")["frames"]
        own = [frame for frame in frames if frame["type"] == "moved" and frame["seat"] == 0]
        assert own and all("forced" not in frame for frame in own)
        assert any(frame.get("text") == "I was in the library." for frame in own)
        assert all(frame["note"] == {"thought": "hm"} for frame in own)
        assert surveyed

    asyncio.run(run())


def test_it_plays_on_after_the_arena_was_killed_and_started_again(arena: Any) -> None:
    async def run() -> None:
        token = arena.token("steady")
        done = asyncio.Event()
        turns: List[int] = []

        async def act(ask: Ask) -> str:
            turns.append(ask.turn)
            await asyncio.sleep(0.2)
            return ask.moves[0]

        player = await join(arena.url, token, act, over=lambda _: done.set())
        match = arena.match("connect-four", "steady", "random")
        while len(turns) < 2:
            await asyncio.sleep(0.05)
        port = urllib.parse.urlparse(arena.url).port
        await asyncio.get_running_loop().run_in_executor(None, lambda: (arena.kill(), arena.start(port)))
        await asyncio.wait_for(done.wait(), 40)
        await player.leave()
        assert arena.call(f"/api/matches/{match}")["state"] == "over"
        assert turns == sorted(set(turns))

    asyncio.run(run())


def test_a_wrong_token_and_nobody_at_home_are_told_apart(arena: Any) -> None:
    with pytest.raises(Refused) as refused:
        play(arena.url, "wrong", lambda ask: ask.moves[0])
    assert refused.value.code == "bad-token"
    with pytest.raises(ConnectionError):
        play("http://127.0.0.1:9", "wrong", lambda ask: ask.moves[0])


def test_joining_elsewhere_ends_the_first(arena: Any) -> None:
    async def run() -> None:
        token = arena.token("twin")
        first = await join(arena.url, token, lambda ask: ask.moves[0])
        second = await join(arena.url, token, lambda ask: ask.moves[0])
        why = await asyncio.wait_for(first.closed(), 5)
        assert why is not None and why.code == "replaced"
        await first.leave()
        await second.leave()

    asyncio.run(run())


def test_an_agent_that_reads_the_view_alone_is_sent_no_words(arena: Any) -> None:
    token = arena.token("terse")
    asks: List[Ask] = []

    def act(ask: Ask) -> str:
        asks.append(ask)
        return ask.moves[0]

    threading.Timer(0.5, lambda: arena.match("kuhn-poker", "terse", "random")).start()
    assert play(arena.url, token, act, matches=1, prompt=False) == 1
    assert asks[0].prompt == "" and asks[0].view["card"]
    threading.Timer(0.5, lambda: arena.match("kuhn-poker", "terse", "random")).start()
    assert play(arena.url, token, act, matches=1) == 1
    assert "bet" in asks[-1].prompt


def test_an_end_that_is_told_again_is_heard_once() -> None:
    async def run() -> None:
        heard: List[Over] = []
        player = Player(lambda ask: ask.moves[0], over=heard.append)
        for match in ("one", "one", "two"):
            await player._on_over({"match": match, "seat": 0, "state": "over", "scores": [], "outcome": []})
        assert [over.match for over in heard] == ["one", "two"]

    asyncio.run(run())


def test_a_door_that_opens_and_says_nothing_is_an_error() -> None:
    async def run() -> None:
        mute = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        port = mute.sockets[0].getsockname()[1]
        with pytest.raises(ConnectionError):
            await join(f"http://127.0.0.1:{port}", "token", lambda ask: ask.moves[0], seconds=0.3)
        mute.close()

    asyncio.run(run())
