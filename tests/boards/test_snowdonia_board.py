"""The board of Snowdonia shows the position."""

from __future__ import annotations

import pytest
from positions import SVG, positions, things, title

import snowplay as sp
from snowplay import boards
from snowplay.boards.snowdonia import _notes
from snowplay.snowdonia.cards import bits, cards_of

CASES = [f"snowdonia-{players}p" for players in range(1, 6)]


def uses(thing: object, symbol: str) -> int:
    return sum(use.get("href") == f"#sp-{symbol}" for use in thing.iter(f"{SVG}use"))  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", CASES)
def test_spaces_and_tracks(name: str) -> None:
    for state in positions(name):
        now, scene = state.data(), boards.Scene.of(state, None)
        found = things(state.to_svg())
        if "rubble" not in title(found["space-0"]):
            continue
        for space in (int(thing[6:]) for thing in found if thing.startswith("space-")):
            words = title(found[f"space-{space}"])
            owners = [seat for seat in range(scene.players) if int(now["station_markers"][seat]) >> space & 1]
            assert [seat for seat in range(scene.players) if f"seat {seat}'s" in words] == owners
            assert f" {int(scene.tables['space_vp'][space])} points" in words
        for track in range(int(scene.tables["n_tracks"])):
            words = title(found[f"track-{track}"])
            laid = bool(int(now["tracks_laid"]) >> track & 1)
            assert ("laid by" in words) == laid
            for seat in range(scene.players):
                assert (f"laid by seat {seat}," in words) == bool(int(now["track_markers"][seat]) >> track & 1)


@pytest.mark.parametrize("name", CASES)
def test_labourers(name: str) -> None:
    for state in positions(name):
        now, scene = state.data(), boards.Scene.of(state, None)
        found = things(state.to_svg())
        places = bits(int(scene.tables["places"]))[:-1]
        for place in places:
            thing = f"place-{'ABCDEF'[place // 5]}{place % 5 + 1}"
            if thing not in found:
                assert place // 5 == 1 and now["overlay"]
                continue
            words = title(found[thing])
            taken = bool(int(now["occupied"]) >> place & 1)
            assert ("labourer of seat" in words) == taken
            if taken:
                assert words.endswith(f"seat {int(now['occupant'][place])}")
        waiting = title(found["place-G"])
        for seat in range(scene.players):
            assert waiting.count(f"seat {seat}") == int(now["surveyors_waiting"][seat])


@pytest.mark.parametrize("name", CASES)
def test_contracts_and_trains(name: str) -> None:
    for state in positions(name):
        now = state.data()
        found = things(state.to_svg())
        held = [card for word in now["contracts"] for card in cards_of(int(word))]
        open_cards = [int(card) for card in now["office"] if card] + [int(card) for card in now["drawn"] if card]
        drawn = {int(thing.removeprefix("contract-")) for thing in found if thing.startswith("contract-")}
        assert drawn == {*held, *open_cards}
        used = {card for card in held if int(now["contracts_used"]) >> (card - 1) & 1}
        told = {card for card in drawn if title(found[f"contract-{card}"]).endswith(("; used", "; in force"))}
        assert told == used
        trains = {int(train) for train in now["train"] if train}
        if state.game.players > 1:
            trains |= set(bits(int(now["shed"])))
        assert {int(thing.removeprefix("train-")) for thing in found if thing.startswith("train-")} == trains


@pytest.mark.parametrize("name", CASES)
def test_yard_bag_weather_and_events(name: str) -> None:
    for state in positions(name):
        now = state.data()
        found = things(state.to_svg())
        for thing, field in (("yard", "yard"), ("bag", "bag")):
            kinds = ("iron", "stone", "coal", "event")
            listed = ", ".join(f"{int(n)} {kind}" for n, kind in zip(now[field], kinds, strict=False))
            assert title(found[thing]).endswith(f": {listed}")
        for space in range(3):
            weather = ("sun", "rain", "fog", "none yet")[int(now["weather"][space])]
            assert title(found[f"weather-{space}"]).endswith(weather)
            assert weather == "none yet" or uses(found[f"weather-{space}"], weather) == 1
        for space in range(1, 11):
            assert uses(found[f"event-{space}"], "event") == (int(now["event_cubes"]) >> space & 1)
        assert title(found["deck"]).startswith(f"{int(now['deck']).bit_count()} contracts")


def test_everybody_sees_the_same() -> None:
    for state in positions("snowdonia-4p", 8):
        plain = [boards.draw(state, observer=seat, choices=False).parts for seat in (None, 0, 3)]
        assert plain[0] == plain[1] == plain[2]


def test_goods_and_scores_of_a_seat() -> None:
    for state in positions("snowdonia-5p", 8):
        parts = boards.draw(state).parts
        now = state.data()
        for seat in range(5):
            numbers = [part.split("<")[0] for part in parts[f"goods-{seat}"].split(">")]
            goods = [str(int(now[kind][seat])) for kind in ("iron", "stone", "coal", "steel", "rubble")]
            at = numbers.index("points")
            shown = [word for word in numbers[at + 1 :] if word.isdigit()]
            assert shown[:5] == goods
            assert str(state.scores()[seat]) in numbers[:at]
            assert shown[6] == str(int(now["labourers"][seat]))


def test_what_holds_for_the_round_is_said() -> None:
    state: sp.State = positions("snowdonia-3p")[1]
    data = state.data()
    assert _notes(data[()]) == []
    data["contracts_locked"], data["rounds"], data["last_round"] = 1, 7, 8
    assert _notes(data[()]) == ["one more round after this", "no more contracts this round (13)"]
    data["rounds"], data["start_locked"] = 8, 1
    assert _notes(data[()])[0] == "the last round"
