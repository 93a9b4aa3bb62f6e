"""Opinions compared: what holds when organs agree, differ, or object.

Two organs of one *family* share a grammar and are no evidence for each other. ``verified``
has two producers, tried in order; both ask that organs of two families give one answer in
one unit, and that their derivations are one rational function of the numbers of the text
(so that two mistakes that meet in a value by chance are seen):

agreement     no rule in common, and the answer is robustly unique (``robust_enough``)
equivalence   rules may be shared, places and facts may not, and both answers are robust

What follows from the opinions is the table ``RULINGS``, the first that applies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product

from models.expression import Apply, Expression, walk
from models.outcome import EpistemicState, Missing, Refusal
from models.span import Span
from solver.matching import Couple, couple, parting
from solver.organs import Failures
from solver.session import Candidate, Opinion, Standing
from solver.structure import premises

CHAINS, RELATIONS = "chains", "relations"
COMPOSITION = "unit.composition"
DISAGREE = "organs_disagree"
DOUBT = "answer_doubted"
UNREACHED = frozenset({"no_derivation", "question_unlinked"})
MAX_PAIRS = 256  # pairs of derivations that are compared; past it nothing is verified
Pair = tuple[Opinion, Opinion]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the opinions come to: the state, whose derivation is shown, and why there is no answer.

    ``refusal`` is None where ``lead`` has the answer; ``parting`` is the sentence that two
    that disagree use differently.
    """

    state: EpistemicState
    standing: Standing
    lead: Opinion
    candidates: tuple[Candidate, ...] = ()
    refusal: Refusal | None = None
    parting: Span | None = None


@dataclass(frozen=True, slots=True)
class Court:
    """All that a ruling may ask for; ``sentences`` are their places in the text, in order."""

    opinions: tuple[Opinion, ...]
    failures: Failures
    sentences: Callable[[], Sequence[Span]]

    @property
    def answers(self) -> tuple[Opinion, ...]:
        return tuple(o for o in self.opinions if o.answer is not None)

    @property
    def objections(self) -> tuple[Opinion, ...]:
        return tuple(o for o in self.opinions if o.answer is None and self._objects(o))

    def _objects(self, opinion: Opinion) -> bool:
        """It finds a contradiction, says of the text that it has no one answer, or has rivals and not this one."""
        kind = opinion.refusal.kind if opinion.refusal else ""
        rivals = {candidate.answer for candidate in opinion.candidates}
        others = bool(rivals) and any(answer.answer not in rivals for answer in self.answers)
        return opinion.state is EpistemicState.CONTRADICTED or self.failures.substantive(kind) or others


def compare(
    opinions: Sequence[Opinion], failures: Failures, sentences: Callable[[], Sequence[Span]] = tuple
) -> Verdict:
    """The verdict over the opinions of all organs, in their order; ValueError of none."""
    court = Court(tuple(opinions), failures, sentences)
    verdicts = (ruling(court) for ruling in RULINGS)
    return next(verdict for verdict in verdicts if verdict)


def _objection(court: Court) -> Verdict | None:
    """A substantive "no" outweighs every answer, and every "no" that is about the reader."""
    if not court.objections:
        return None
    lead = court.objections[0]
    standing = Standing.OBJECTION if court.answers else Standing.NONE
    shown = tuple(c for o in (lead, *court.answers) for c in named(o, EpistemicState.UNVERIFIED_POSSIBLE))
    return Verdict(lead.state, standing, lead, shown if court.answers else lead.candidates, lead.refusal)


def _nothing(court: Court) -> Verdict | None:
    """No answer: the refusal of the organ that came furthest is served."""
    if court.answers:
        return None
    if not court.opinions:
        raise ValueError("no organ was asked")
    lead = max(court.opinions, key=lambda o: court.failures.stage(o.refusal.kind if o.refusal else ""))
    return Verdict(lead.state, Standing.NONE, lead, lead.candidates, lead.refusal)


def _disagreement(court: Court) -> Verdict | None:
    """Two answers: both are shown, neither is served."""
    first, *others = court.answers
    other = next((o for o in others if o.answer != first.answer), None)
    if other is None:
        return None
    place = _parting(first, other, court.sentences())
    detail = f"{first.organ} finds {first.answer}, {other.organ} finds {other.answer}"
    refusal = Refusal(DISAGREE, Missing.AMBIGUITY, detail, (place,))
    shown = tuple(c for o in court.answers for c in named(o, EpistemicState.UNVERIFIED_POSSIBLE))
    return Verdict(EpistemicState.AMBIGUOUS, Standing.DISAGREE, first, shown, refusal, place)


def _doubted(court: Court) -> Verdict | None:
    """What one family alone finds and its own readers doubt is shown and not served, in two cases.

    The family is the relations: measured on unread text, with a doubt they are right two times in three, without
    one five times in six. Or the other family read the whole text and reached no derivation: chains in doubt
    were then right 17 times and wrong 7, and else 19 and 4.
    """
    families = {o.family for o in court.answers}
    if len(families) != 1 or not all(o.doubtful for o in court.answers):
        return None
    if families != {RELATIONS} and not any(_read_it_all(o) for o in court.opinions if o.family not in families):
        return None
    lead = court.answers[0]
    failed = ", ".join(name for name, kept in lead.robustness.by_family if not kept)
    spans = (lead.problem.reading.question.span,) if lead.problem else ()
    refusal = Refusal(
        DOUBT, Missing.AMBIGUITY, f"{lead.organ} alone finds {lead.answer}, and doubts it: {failed}", spans
    )
    state = EpistemicState.UNVERIFIED_POSSIBLE
    return Verdict(state, Standing.DOUBTED, lead, named(lead, state), refusal)


def _read_it_all(opinion: Opinion) -> bool:
    """Whether an organ that has no answer took up the whole text, and only found no derivation."""
    kind = opinion.refusal.kind if opinion.refusal else ""
    return opinion.answer is None and kind in UNREACHED


def _agreement(court: Court) -> Verdict:
    """One answer: verified where a producer says so of two organs, else inferred."""
    pairs = [pair for pair in combinations(court.answers, 2) if pair[0].family != pair[1].family]
    weighed = [(pair, *weigh(pair)) for pair in pairs]
    pair, standing, basis = next(
        (w for w in weighed if w[1] is Standing.VERIFIED), weighed[0] if weighed else (None, Standing.ALONE, "")
    )
    lead = pair[0] if pair else court.answers[0]
    verified = standing is Standing.VERIFIED
    state = EpistemicState.VERIFIED if verified else EpistemicState.INFERRED
    shown = tuple(replace(c, basis=basis) for c in named(lead, state)) if verified else named(lead, state)
    return Verdict(state, standing, lead, shown)


def _parting(first: Opinion, other: Opinion, sentences: Sequence[Span]) -> Span:
    assert first.problem and other.problem  # who answers has a problem
    mine, theirs = first.problem.reading, other.problem.reading
    found = couple(first.derivations[0], mine, other.derivations[0], theirs)
    return parting(found, mine.question.span, sentences)


RULINGS: tuple[Callable[[Court], Verdict | None], ...] = (_objection, _nothing, _disagreement, _doubted, _agreement)
"""A verdict for each way in which opinions can lie; a further tier is a further row."""


def named(opinion: Opinion, state: EpistemicState) -> tuple[Candidate, ...]:
    """The candidates of an opinion, with the organ in their basis."""
    return tuple(replace(c, state=state, basis=f"{opinion.organ}: {c.basis}") for c in opinion.candidates)


@dataclass(frozen=True, slots=True)
class Producer:
    """A way to ``verified``: what it is called, when derivations are independent, when robust."""

    basis: str
    independent: Callable[[Expression, Expression], bool]
    robust: Callable[[Pair], bool]


def own_rules(one: Expression, other: Expression) -> bool:
    """Whether both have steps, and no rule licenses steps in both.

    That units cancel is no reading, so it may stand in both beside rules of their own; where
    one rests on nothing else, it is what they have in common. Facts and numerals are of
    packs that all share, and no rules.
    """
    first, second = rules(one), rules(other)
    common = first & second
    alone = COMPOSITION in common and (first == common or second == common)
    return bool(first and second) and common <= {COMPOSITION} and not alone


def rules(derivation: Expression) -> frozenset[str]:
    """The entries that license its operations."""
    return frozenset(node.licence.entry for node in walk(derivation) if isinstance(node, Apply))


def own_places(one: Expression, other: Expression) -> bool:
    """Whether both have steps, and no place of the text, no fact and no rule without place licenses both."""
    mine, theirs = premises(one), premises(other)
    return bool(rules(one) and rules(other)) and not any(_same_ground(a, b) for a in mine for b in theirs)


def _same_ground(one: object, other: object) -> bool:
    if isinstance(one, Span) and isinstance(other, Span):
        return one.start < other.end and other.start < one.end
    return one == other


def robust_enough(pair: Pair) -> bool:
    """Robustly unique: under the relaxations of one of the two the answer stays the same one.

    No decisive relaxation may have failed in either. Measured on practice and on unread text, whose relaxations
    hold made no difference to what was wrong, and asking for those of R1 alone cost two thirds of the answers.
    """
    return any(o.steadfast for o in pair) and not any(o.lost for o in pair)


def both_robust(pair: Pair) -> bool:
    """Every relaxation of both was survived, and each had some."""
    return all(opinion.robustness.complete and not opinion.lost for opinion in pair)


PRODUCERS = (
    Producer("agreement", own_rules, robust_enough),
    Producer("symbolic equivalence", own_places, both_robust),
)


def weigh(pair: Pair) -> tuple[Standing, str]:
    """How two organs of two families that give one value stand to each other, and the basis."""
    if pair[0].unit != pair[1].unit:
        return Standing.UNIT_DIFFERS, ""
    alike = [c for c in couples(pair) if c.seems_equal()]
    if not alike:
        many = len(pair[0].derivations) * len(pair[1].derivations) > MAX_PAIRS
        return Standing.UNCOMPARED if many else Standing.VALUE_ONLY, ""
    grounds = [(p, c) for p in PRODUCERS for c in alike if p.independent(c.one, c.other)]
    robust = [(p, c) for p, c in grounds if p.robust(pair)]
    proved = next((p for p, c in robust if c.proved_equal()), None)
    if proved:
        return Standing.VERIFIED, f"{proved.basis} of {pair[0].organ} and {pair[1].organ}"
    if robust:
        return Standing.VALUE_ONLY, ""
    return (Standing.NOT_ROBUST if grounds else Standing.SHARED_GROUND), ""


def couples(pair: Pair) -> Iterator[Couple]:
    """The derivations of the two, each with each, over the numbers of the text; bounded."""
    first, second = (opinion.problem.reading for opinion in pair if opinion.problem)
    everything = product(pair[0].derivations, pair[1].derivations)
    return (couple(one, first, other, second) for one, other in islice(everything, MAX_PAIRS))
