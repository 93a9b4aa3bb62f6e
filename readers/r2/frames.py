"""A clause made ready for the rules: who, which verb of which class, when, how certain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from models.relation import Operand
from readers.lexicon import load_lexicon
from readers.r2.packs import load_meanings
from readers.r2.records import Argument, Clause, Degree, Modality, Phrase, VerbGroup, Word
from readers.r2.scene import Scene, is_person
from readers.r2.things import DOLLAR, TIME, Thing, thing_of
from readers.r2.world import Amount, Event, Owner, World

HAVE = frozenset({"possess", "be", "contain"})
OF_REFERENCE = frozenset({Degree.PART, Degree.ALL, Degree.NONE, Degree.REST})
COMPARED = frozenset({Degree.MORE, Degree.LESS, Degree.TIMES, Degree.SAME})
MONEY_KINDS = frozenset({"cost", "spend", "earn"})


@dataclass(slots=True)
class Frame:
    """One clause with its world; ``done`` holds the phrases that a rule has taken up."""

    world: World
    scene: Scene
    words: tuple[Word, ...]
    clause: Clause
    owner: Owner
    event: Event
    person: bool = False  # whether the subject is people
    counted_heads: frozenset[str] = frozenset()
    counts: Mapping[tuple[str, str], int] = field(default_factory=dict)  # head and stuff -> phrases that count it
    at: int = -1  # where the phrase that is being read starts
    dependents: tuple[Clause, ...] = ()  # clauses that depend on this one
    shift: tuple[Operand, int] | None = None  # years from now, with their sign, of a clause about ages
    related: tuple[Clause, ...] = ()  # infinitives and occasions that say per what its amounts are
    done: set[tuple[int, int]] = field(default_factory=set)

    @property
    def subject(self) -> Phrase | None:
        """The subject; of a relative clause without one, what it modifies."""
        relative = self.clause.kind == "relative"
        return self.clause.subject or (antecedent_of(self.clause) if relative else None)

    @property
    def relatives(self) -> Iterator[Clause]:
        """Relative clauses that depend on this one."""
        return (c for c in self.dependents if c.kind in ("relative", "that"))

    def free(self, phrase: Phrase) -> bool:
        """Whether no rule has taken the phrase up."""
        return (phrase.first, phrase.last) not in self.done

    def take(self, *phrases: Phrase) -> None:
        """Mark phrases as taken up."""
        self.done.update((p.first, p.last) for p in phrases)

    def arguments(self, *roles: str) -> Iterator[Argument]:
        """Arguments with a phrase in any of the roles, in order."""
        return (a for a in self.clause.arguments if a.phrase is not None and (not roles or a.role in roles))

    def add(self, amount: Amount) -> Amount:
        """Record an amount in the world."""
        return self.world.add(amount)


def frame_of(world: World, scene: Scene, words: tuple[Word, ...], clause: Clause) -> Frame:
    """The frame of a clause; its phrases become mentions on the way."""
    subject = clause.subject or (antecedent_of(clause) if clause.kind == "relative" else None)
    through = subject is not None and subject.of is not None and subject.head in load_meanings().look_through
    if subject is not None and not through:
        subject = _bearer(subject)
        scene.set_apart(subject, (scene.owner(p) for p in _beside(clause)))
    owner = scene.note(subject, subject=True) if subject is not None and not through else ()
    for argument in clause.arguments:
        if argument.phrase is None:
            continue
        if argument.phrase.pronoun:
            scene.set_apart(argument.phrase, [owner])
        elif not _is_measure(argument.phrase):
            scene.note(argument.phrase)
    person = subject is not None and scene.is_person(subject, owner)
    return Frame(world, scene, words, clause, owner, _event(clause, words), person)


def _beside(clause: Clause) -> Iterator[Phrase]:
    """What a clause names beside its subject: no pronoun subject stands for it."""
    phrases = [a.phrase for a in clause.arguments if a.role in ("object", "indirect")]
    asked = clause.asked.phrase if clause.asked is not None and clause.asked.role == "object" else None
    return (p for p in (*phrases, asked) if p is not None and not p.pronoun and not p.members)


def antecedent_of(clause: Clause) -> Phrase | None:
    """What a relative clause speaks of: the people at the end of its antecedent before the amount ("than Ann, who")."""
    found = clause.antecedent
    inner = found.quantity if found is not None else None
    while inner is not None and inner.inner is not None:
        inner = inner.inner
    ref = inner.reference if inner is not None else None
    if found is None or not isinstance(ref, Phrase) or inner is None or inner.degree not in COMPARED:
        return found
    return ref if is_person(ref) and not ref.members and ref.last >= found.last else found


def _is_measure(phrase: Phrase) -> bool:
    """Whether a phrase is a time or a bare measure, which nobody can be: 5 feet tall."""
    return is_time(phrase) or (phrase.of is None and bool(thing_of(phrase).dimension))


def _bearer(subject: Phrase) -> Phrase:
    """Whose measure a subject is: "Ann's age", "the height of the tower"."""
    packs = load_meanings()
    inner = subject.owner or subject.of
    return inner if inner is not None and subject.head in packs.ages | packs.lengths | packs.masses else subject


def _event(clause: Clause, words: tuple[Word, ...]) -> Event:
    verb = clause.verb
    about = _about(clause)
    if verb is None:
        return Event(clause=clause.index, time=time_labels(clause, words), about=about)
    kind, sign = verb_kind(verb)
    if verb.passive and kind == "gain":  # whether what is taken or brought is there or gone is not said
        kind, sign = "", 0
    if verb.lemma in load_meanings().left and (verb.perfect or verb.passive):
        kind, sign = "possess", 0
    if kind in ("begin", "end") and any(a.preposition in load_meanings().holding for a in clause.arguments):
        kind, sign = "possess", 0
    modality = Modality.NEED if kind == "need" else verb.modality
    inside = {words[i].lower for i in range(clause.first, min(clause.last, len(words)))}
    total = bool(inside & load_meanings().together)
    final = bool(inside & (load_meanings().left | load_meanings().now))
    return Event(verb.lemma, kind, sign, about, clause.index, time_labels(clause, words), "", modality, total, final)


def _about(clause: Clause) -> frozenset[str]:
    """Nouns and modifiers of the arguments that give no amount and no time."""
    phrases = [a.phrase for a in clause.arguments if a.phrase is not None]
    plain = [p for p in phrases if p.quantity is None and not is_time(p) and not p.pronoun]
    return frozenset(word for p in plain for word in (p.head, p.name.lower(), *p.modifiers) if word)


def verb_kind(verb: VerbGroup) -> tuple[str, int]:
    """Class and sign of a verb, its declared primary class first; ("", 0) if unknown."""
    lexicon = load_lexicon()
    entries = lexicon.verb_classes(verb.lemma, verb.particle) or lexicon.verb_classes(verb.lemma)
    return (entries[0].verb_class, entries[0].polarity) if entries else ("", 0)


def related(clauses: tuple[Clause, ...], clause: Clause) -> tuple[Clause, ...]:
    """Clauses that say per what the amounts of another are: what it takes to do, and every time that what happens."""
    below = [c for c in clauses if c.parent == clause.index and c.kind in ("infinitive", "gerund")]
    before = [c for c in clauses if c.index == clause.index - 1 and c.sentence == clause.sentence and _occasion(c)]
    return (*before, *below)


def _occasion(clause: Clause) -> bool:
    """Whether a clause is "every time she goes": an occasion, and no amount."""
    phrases = [a.phrase for a in clause.arguments if a.phrase is not None]
    often = [p for p in phrases if p.determiner in load_meanings().distributive and p.head in load_meanings().occasions]
    return bool(often) and all(p.quantity is None for p in phrases)


def is_time(phrase: Phrase) -> bool:
    """Whether a phrase names a time or a span of time."""
    return thing_of(phrase).dimension == TIME or phrase.head in load_meanings().time_labels


def time_labels(clause: Clause, words: tuple[Word, ...]) -> frozenset[str]:
    """What says when: weekdays, yesterday, "first week"; spans and frequencies are no labels."""
    phrases = [a.phrase for a in clause.arguments if a.phrase is not None and a.role in ("adverbial", "prepositional")]
    labels = {label_of(p) for p in phrases if is_time(p) and _is_label(p)}
    adverbs = {words[i].lemma for i in clause.adverbs if words[i].lemma in load_meanings().time_labels}
    return frozenset(labels | adverbs)


def _is_label(phrase: Phrase) -> bool:
    counted = phrase.quantity is not None and phrase.quantity.degree is Degree.COUNT and not _ordinal(phrase)
    one = phrase.quantity is None and phrase.determiner in load_meanings().indefinite
    return not counted and not one and not phrase.per and phrase.determiner not in load_meanings().distributive


def _ordinal(phrase: Phrase) -> bool:
    word = phrase.quantity.word if phrase.quantity else None
    return bool(word and word.numeral and word.numeral.kind == "ordinal")


def label_of(phrase: Phrase) -> str:
    """The words by which a time is known again: monday, last week, first day."""
    ordinal = (phrase.quantity.word.lower,) if phrase.quantity and phrase.quantity.word else ()
    determiner = (phrase.determiner,) if phrase.determiner in load_meanings().later | load_meanings().earlier else ()
    return " ".join((*determiner, *ordinal, *sorted(phrase.modifiers), phrase.head))


def counted(phrase: Phrase | None) -> bool:
    """Whether a phrase says how much of it there is."""
    return phrase is not None and phrase.quantity is not None


def thing_in(frame: Frame, phrase: Phrase) -> Thing:
    """The thing of a phrase; an elided head is told by the verb, else by the amount mentioned last."""
    thing = thing_of(phrase)
    if thing.head in load_meanings().money_words and is_compared(phrase):
        return Thing("dollar", stuff=thing.stuff)
    if thing.head or is_percentage(phrase):
        return thing
    if (
        phrase.quantity is not None
        and isinstance(phrase.quantity.reference, Phrase)
        and phrase.quantity.degree in OF_REFERENCE
    ):
        thing = _predicated(frame, thing_of(phrase.quantity.reference))
        if thing.head and thing.head not in load_meanings().price_nouns:
            return thing
    if _of_price(phrase):
        return Thing(DOLLAR)
    counted_like = _compared_thing(phrase)
    if counted_like.head:
        return counted_like
    if frame.event.kind in MONEY_KINDS:
        return Thing(DOLLAR)
    measured = _measured_alike(frame)
    if measured is not None:
        return measured
    if frame.event.kind == "be" and frame.person:
        return Thing(load_meanings().age_unit)
    last = next((a for a in reversed(frame.world.amounts) if not a.is_rate), None)
    return Thing(last.thing.head, thing.mods or last.thing.mods, last.thing.stuff) if last else thing


def _compared_thing(phrase: Phrase) -> Thing:
    """What "twice the number of pens" counts: what follows the noun that stands for it."""
    q = phrase.quantity
    while q is not None and q.inner is not None:
        q = q.inner
    ref = q.reference if q is not None else None
    named = isinstance(ref, Phrase) and ref.of is not None and ref.head in load_meanings().look_through
    return replace(thing_of(ref), mods=frozenset()) if named and isinstance(ref, Phrase) else Thing()


def _measured_alike(frame: Frame) -> Thing | None:
    """The measure that the same verb was told in: "weighs 5 pounds ... weighs twice as much"."""
    told = (a.thing for a in reversed(frame.world.amounts) if a.event.verb == frame.event.verb and not a.per)
    last = next(told, None)
    return Thing(last.head, last.mods, last.stuff) if last is not None and last.dimension else None


def _predicated(frame: Frame, thing: Thing) -> Thing:
    """ "the females" after "half of the cows are female" are cows."""
    parts = (a.thing for a in reversed(frame.world.amounts) if a.whole and thing.head in a.thing.mods)
    return next((part for part in parts if not thing.mods), thing)


def is_compared(phrase: Phrase) -> bool:
    """Whether a phrase says how much by something else: twice as much money, half of the cost."""
    return phrase.quantity is not None and phrase.quantity.degree not in (Degree.COUNT, Degree.NONE)


def _of_price(phrase: Phrase) -> bool:
    """Whether an amount is told from a price: "half the price of a pen"."""
    reference = phrase.quantity.reference if phrase.quantity else None
    return isinstance(reference, Phrase) and reference.head in load_meanings().price_nouns


def is_percentage(phrase: Phrase) -> bool:
    """Whether the phrase is nothing but a percentage."""
    word = phrase.quantity.word if phrase.quantity else None
    return bool(
        word
        and word.numeral
        and word.numeral.kind == "percent"
        and phrase.quantity
        and phrase.quantity.degree is Degree.COUNT
    )
