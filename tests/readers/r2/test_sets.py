"""Sets of amounts: what fits a description, balances, sums."""

from __future__ import annotations

from readers.r2.sets import Description, balance, fits, matching, once, owned, separate, timely, total
from readers.r2.things import CLASS, EXACT, Thing
from readers.r2.world import Event, World, ident_of
from tests.readers.r2.drafts import given

BEAD = Thing("bead")
RED = Thing("bead", frozenset({"red"}))
MARA, IVO = ("mara",), ("ivo",)


def lost(clause: int) -> Event:
    return Event("lose", "loss", -1, clause=clause)


def found(clause: int) -> Event:
    return Event("find", "gain", 1, clause=clause)


def terms(world: World, d: Description, owner: tuple[str, ...] | None) -> list[tuple[str, int]]:
    return [(ident_of(operand), sign) for operand, sign in balance(world, d, owner) or []]


def test_a_balance_is_the_start_with_gains_and_losses() -> None:
    world = World()
    given(world, 9, BEAD, MARA)
    given(world, 4, BEAD, MARA, lost(1))
    given(world, 2, BEAD, MARA, found(2))
    given(world, 7, BEAD, IVO)
    assert terms(world, Description(BEAD), MARA) == [("q0", 1), ("q1", -1), ("q2", 1)]


def test_a_balance_before_a_point_leaves_out_what_comes_later() -> None:
    world = World()
    given(world, 9, BEAD, MARA)
    later = given(world, 4, BEAD, MARA, lost(1))
    assert terms(world, Description(BEAD, before=later.span.start), MARA) == [("q0", 1)]


def test_a_first_loss_is_from_an_unknown_start() -> None:
    world = World()
    given(world, 4, BEAD, MARA, lost(0))
    assert terms(world, Description(BEAD), MARA) == [("start.q0", 1), ("q0", -1)]
    assert [start.ident for start in world.starts] == ["start.q0"]


def test_what_is_left_at_the_end_is_related_to_the_start() -> None:
    world = World()
    given(world, 4, BEAD, MARA, lost(0))
    given(world, 5, BEAD, MARA, Event("have", "possess", 0, clause=1, final=True))
    assert terms(world, Description(BEAD), MARA) == [("q1", 1)]
    (relation,) = world.relations
    assert (ident_of(relation.result), relation.signs) == ("q1", (1, -1))


def test_of_nothing_there_is_no_balance() -> None:
    world = World()
    given(world, 9, BEAD, MARA)
    assert balance(world, Description(Thing("kite")), MARA) is None
    assert balance(world, Description(BEAD), IVO) is None


def test_a_class_beside_its_members_has_no_balance() -> None:
    world = World()
    one, other = given(world, 30, BEAD, MARA), given(world, 14, RED, MARA)
    assert not separate([one, other])
    assert balance(world, Description(BEAD), MARA) is None


def test_red_and_blue_are_separate() -> None:
    world = World()
    assert separate([given(world, 3, RED, MARA), given(world, 4, Thing("bead", frozenset({"blue"})), MARA)])


def test_a_part_is_not_counted_beside_its_whole() -> None:
    world = World()
    whole = given(world, 30, BEAD, MARA)
    part = given(world, 14, RED, MARA, whole=whole.ident)
    assert once(world, [whole, part]) == [whole]
    assert once(world, [whole, part], parts=True) == [whole, part]


def test_another_mention_is_the_same_amount() -> None:
    world = World()
    one, other = given(world, 30, BEAD, MARA), given(world, 30, BEAD, MARA)
    assert len(once(world, [one, other])) == 2
    world.same[one.ident] = other.ident
    assert once(world, [one, other]) == [other]


def test_what_fits_and_what_does_not() -> None:
    world = World()
    amount = given(world, 3, Thing("apple"), MARA)
    assert fits(amount, Description(Thing("apple"))) == EXACT
    assert fits(amount, Description(Thing("fruit"))) == CLASS
    assert fits(amount, Description(Thing("bead"))) is None
    assert fits(amount, Description(Thing("apple"), exclude=frozenset({amount.ident}))) is None
    assert fits(amount, Description(Thing("apple"), per=(Thing("box"),))) is None
    assert fits(amount, Description(Thing(), dimensions=("money",))) is None


def test_matching_asks_for_owner_and_time() -> None:
    world = World()
    monday = Event("have", "possess", 0, time=frozenset({"monday"}))
    first = given(world, 3, BEAD, MARA, monday)
    second = given(world, 4, BEAD, IVO)
    assert matching(world, Description(BEAD)) == [first, second]
    assert matching(world, Description(BEAD, owner=IVO)) == [second]
    assert matching(world, Description(BEAD, time=frozenset({"friday"}))) == [second]
    assert timely(first, frozenset({"monday"}))


def test_one_of_several_owners_owns_too() -> None:
    world = World()
    assert owned(given(world, 3, BEAD, MARA), ("ivo", "mara"))
    assert not owned(given(world, 3, BEAD, ("ivo", "mara")), MARA)


def test_a_sum_is_in_one_measure() -> None:
    world = World()
    amounts = [given(world, 2, Thing("hour")), given(world, 30, Thing("minute"))]
    in_minutes = total(world, amounts, "minute")
    assert [ident_of(operand) for operand, _ in in_minutes] == ["q0.minute", "q1"]
    assert len(world.relations) == 1


def test_a_sum_unites_what_it_counts() -> None:
    world = World()
    total(world, [given(world, 2, Thing("cat")), given(world, 3, Thing("dog"))], "")
    assert world.united == [("cat", "dog")]
