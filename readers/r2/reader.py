"""R2: a text read clause by clause into relations, and the question as a query over them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from models.expression import Given
from models.outcome import Missing, Refusal
from models.quantity import Cue, Problem, Question, Reading, Relaxation, SetAside
from models.quantity import Quantity as Stated
from models.relation import Operand, Relation, RelationalProblem, Unknown
from models.span import Span
from models.units import Unit
from readers.numbers import NumeralOverflow
from readers.r2.accounting import negated, unread
from readers.r2.ages import one_age, set_shift
from readers.r2.closure import close
from readers.r2.constraints import Text, objection
from readers.r2.doubts import doubts
from readers.r2.engine import ChartOverflow
from readers.r2.frames import frame_of, related
from readers.r2.goals import Option, Task, options, settle
from readers.r2.identity import identify, tell_twice
from readers.r2.joints import join
from readers.r2.parsing import parse
from readers.r2.query import Query, query_of
from readers.r2.records import Clause, Degree, Parse, Phrase, Tag
from readers.r2.references import Unbound
from readers.r2.rules import RULES
from readers.r2.scene import Scene
from readers.r2.things import thing_of
from readers.r2.totals import tell_totals
from readers.r2.world import Amount, World, WorldOverflow
from solver.relational import Solved, solve_relations

READER = "R2"
MAX_FLIPS = 24
MAX_OPTIONS = 24
REPEATED = "an amount that was told before"
RESTATED = "a number that says again how many were named"


@dataclass(frozen=True, slots=True)
class Draft:
    """The clauses as a world, and the query: what one set of choices makes of a text."""

    parse: Parse
    world: World
    query: Query
    question: Clause


def read(text: str) -> Problem | Refusal:
    """The problem that a text sets, or why it is not understood."""
    try:
        parsed = parse(text)
    except NumeralOverflow as error:
        return Refusal("too_many_numbers", Missing.SKILL, str(error), (error.span,))
    except ChartOverflow as error:
        return Refusal("computationally_bounded", Missing.SKILL, str(error), ())
    preferred = draft(parsed, {})
    if isinstance(preferred, Refusal):
        return preferred
    reading = chosen(preferred)
    if isinstance(reading, Refusal):
        return reading
    problem = reading.relations
    against = doubts(parsed, preferred.world, preferred.query, preferred.question, problem) if problem else ()
    relaxations = (*_others(preferred, reading), *_flips(preferred))
    return Problem(READER, text, reading, relaxations, against)


def draft(parsed: Parse, choices: Mapping[str, int]) -> Draft | Refusal:
    """The world of a text under the given choices."""
    question = next((c for c in parsed.clauses if c.kind == "question"), None)
    if question is None or question.asked is None:
        return Refusal("no_question", Missing.SKILL, "nothing is asked", ())
    world = World(dict(choices))
    try:
        query = _told(parsed, world, question)
    except Unbound as error:
        return Refusal(error.kind, Missing.SKILL, str(error), (error.span,))
    except WorldOverflow as error:
        return Refusal("computationally_bounded", Missing.SKILL, str(error), ())
    if query is None:
        return Refusal("question_unread", Missing.SKILL, "what is asked for is not understood", (question.span,))
    found = Draft(parsed, world, query, question)
    return _passed_over(found) or objection(Text(parsed, world, query, question)) or found


def _told(parsed: Parse, world: World, question: Clause) -> Query | None:
    """Write what the clauses say into the world, and what follows from it; what the question asks for."""
    scene = Scene(world)
    query: Query | None = None
    counted, counts = _counted(parsed), _counts(parsed)
    for clause in parsed.clauses:
        frame = frame_of(world, scene, parsed.words, clause)
        frame.counted_heads, frame.counts = counted, counts
        frame.dependents = tuple(c for c in parsed.clauses if c.parent == clause.index)
        set_shift(frame)
        frame.related = related(parsed.clauses, clause)
        if clause is question:
            query = query_of(frame)
            if clause.asked is not None and clause.asked.phrase is not None:
                frame.take(clause.asked.phrase)
        for rule in RULES:
            rule.apply(frame)
    for follow in (close, one_age, settle, tell_twice, tell_totals, join, identify):
        follow(world)
    return query


def _passed_over(found: Draft) -> Refusal | None:
    """A numeral, a denial or an arithmetic word that no rule took up."""
    words, world, query, question = found.parse.words, found.world, found.query, found.question
    missed = [
        w for w in words if w.tag is Tag.NUMBER and w.numeral and not w.numeral.aside and w.place not in world.taken
    ]
    if missed:
        spans = tuple(w.span for w in missed)
        return Refusal("number_unread", Missing.SKILL, f"{missed[0].text} is not taken up", spans)
    denial = negated(found.parse, world, question)
    if denial is not None and not (denial is question and query.negated and query.about):
        return Refusal("negation_unread", Missing.SKILL, "what is denied is not modelled", (denial.span,))
    cues = unread(found.parse, world, question)
    if not cues:
        return None
    detail = " ".join(w.lower for w in words[cues[0].first : cues[0].last])
    return Refusal("cue_unread", Missing.SKILL, detail, tuple(words[c.first].span for c in cues))


def _counted(parsed: Parse) -> frozenset[str]:
    """Heads of phrases that are counted anywhere."""
    return frozenset(p.head for c in parsed.clauses for p in _phrases(c) if p.head and (_is_count(p) or p.per))


def _counts(parsed: Parse) -> Mapping[tuple[str, str], int]:
    """How many phrases count each thing, by its head and what it holds."""
    things = [thing_of(p) for c in parsed.clauses for p in _phrases(c) if p.head and p.quantity is not None]
    return Counter((thing.head, thing.stuff) for thing in things)


def _is_count(phrase: Phrase) -> bool:
    q = phrase.quantity
    return q is not None and not (
        q.degree is Degree.COUNT and q.word is not None and q.word.numeral is not None and q.word.numeral.value == 1
    )


def _phrases(clause: Clause) -> Iterator[Phrase]:
    stack = [
        p for p in (clause.subject, *(a.phrase for a in clause.arguments), clause.asked and clause.asked.phrase) if p
    ]
    while stack:
        phrase = stack.pop()
        yield phrase
        stack += [p for p in (phrase.of, *phrase.members, *(t.phrase for t in phrase.tails)) if p]


def chosen(found: Draft) -> Reading | Refusal:
    """The reading whose answer is the first to use every number."""
    tried = 0
    for option in options(Task(found.world, found.query, found.question.span)):
        tried += 1
        reading = _complete(found, _reading(found, option))
        if reading is not None:
            return reading
    vague = _vague(found.world)
    if vague is not None:
        return Refusal("unknown_amount", Missing.KNOWLEDGE, "how many or how much is not said", (vague.span,))
    kind = "no_derivation" if tried else "question_unlinked"
    return Refusal(kind, Missing.SKILL, f"none of {tried} ways to answer uses every number", (found.question.span,))


def _vague(world: World) -> Amount | None:
    """An amount that the text leaves open ("some pens") and that others rest on."""
    results = {relation.result for relation in world.relations}
    rested = {operand for relation in world.relations for operand in relation.operands}
    left = (a for a in world.amounts if isinstance(a.operand, Unknown) and a.origin == "stated")
    return next((a for a in left if a.operand in rested and a.operand not in results), None)


def _others(found: Draft, reading: Reading) -> Iterator[Relaxation]:
    """The other ways to answer that use every number."""
    for option in islice(options(Task(found.world, found.query, found.question.span)), MAX_OPTIONS):
        other = _complete(found, _reading(found, option))
        if other is not None and other.relations != reading.relations:
            yield Relaxation(f"way:{option.name}", other)


def _complete(found: Draft, reading: Reading) -> Reading | None:
    """The reading, if every number is used, or only says again how many were named."""
    problem = reading.relations
    solved = solve_relations(problem, reading.quantities, explain=False) if problem else None
    if problem is None or not isinstance(solved, Solved):
        return None
    unused = [q for q in reading.quantities if q.ident not in solved.used]
    terms = next((len(r.operands) for r in problem.relations if r.result == problem.target), 0)
    again = found.world.repeated | {q.ident for q in unused if _counts_owners(found.world, q)}
    if not all(q.ident in again or (q.ident in found.world.definite and q.value == terms) for q in unused):
        return None
    aside = tuple(SetAside(q.span, REPEATED if q.ident in again else RESTATED) for q in unused)
    return replace(reading, aside=aside, relations=replace(problem, required=frozenset(solved.used)))


def _counts_owners(world: World, stated: Stated) -> bool:
    """ "There are two warehouses", where the first and the second are told of."""
    amount = world.find(stated.ident)
    if amount is None or amount.per or not amount.thing.head:
        return False
    named = {o for a in world.amounts for o in a.owner if o.endswith(f" {amount.thing.head}")}
    return len(named) == stated.value


def _flips(found: Draft) -> Iterator[Relaxation]:
    """The reading with one choice point set to each of its alternatives."""
    flips = [(name, i) for name, n in found.world.points.items() for i in range(1, n)]
    for name, i in flips[:MAX_FLIPS]:
        other = draft(found.parse, {name: i})
        reading = chosen(other) if isinstance(other, Draft) else other
        if isinstance(reading, Reading):
            yield Relaxation(f"choice:{name}", replace(reading, choices=((name, i),)), _decisive(name))


def _decisive(name: str) -> bool:
    return name.partition(".")[0] in ("that", "pronoun", "holds")


def _reading(found: Draft, option: Option) -> Reading:
    """An option as a reading: bases that one sum counts together are one base."""
    names = _united(found.world)
    stated = tuple(replace(q, unit=_renamed(q.unit, names)) for q in found.world.stated.values())
    relations = tuple(_with_bases(r, names) for r in option.relations)
    target = replace(option.target, unit=_renamed(option.target.unit, names))
    cues = tuple({r.licence: Cue("relation", r.licence.entry, _place(r), _place(r)) for r in relations}.values())
    question = Question(found.question.span, target.unit, target.unit.numerator, found.query.aggregate)
    problem = RelationalProblem(relations, target, frozenset(q.ident for q in stated))
    return Reading(READER, stated, cues, question, (), None, integral=target.integral, relations=problem)


def _place(relation: Relation) -> Span:
    return relation.licence.span or Span(0, 0)


def _united(world: World) -> dict[str, str]:
    """Base -> the base that stands for all that are counted together with it."""
    leader: dict[str, str] = {}

    def find(name: str) -> str:
        while leader.get(name, name) != name:
            name = leader[name]
        return name

    for one, other in world.united:
        first, second = find(one), find(other)
        if first != second and first and second:
            leader[second] = first
    return {name: find(name) for name in leader}


def _renamed(unit: Unit, names: Mapping[str, str]) -> Unit:
    return Unit.build((names.get(name, name), e) for name, e in unit.exponents)


def _with_bases(relation: Relation, names: Mapping[str, str]) -> Relation:
    def cast(operand: Operand) -> Operand:
        if isinstance(operand, Given):
            return operand
        return replace(operand, unit=_renamed(operand.unit, names))

    return replace(relation, result=cast(relation.result), operands=tuple(map(cast, relation.operands)))
