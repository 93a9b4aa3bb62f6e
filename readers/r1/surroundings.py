"""What stands around an amount in its clause: labels, marks of a total or a rest, joined nouns."""

from __future__ import annotations

from readers.r1.clauses import Clause
from readers.r1.cues import FoundCue
from readers.r1.mentions import Mention
from readers.r1.scene import Scene
from readers.r1.words import Tag


def is_whole(scene: Scene, mention: Mention, clause: Clause) -> bool:
    """Whether the text calls the amount a total: "a total of 35", "35 in all"."""
    marked = _marked(scene, "total", mention, clause)
    after = scene.words[mention.last : mention.last + 2]
    several = len(after) == 2 and after[0].tag is Tag.CONJUNCTION and after[1].tag is Tag.NUMERAL
    _marked(scene, "average", mention, clause)
    return marked and not several and mention.comparison is None


def is_rest(scene: Scene, mention: Mention, clause: Clause) -> bool:
    """Whether the text says that this much was left."""
    return _marked(scene, "left", mention, clause)


def _marked(scene: Scene, kind: str, mention: Mention, clause: Clause) -> bool:
    first, last = _segment(scene, mention, clause)
    marks = [c for c in scene.cues if c.kind == kind and first <= c.first < last and c.first < scene.asked_from]
    marks = [c for c in marks if not _leaves_object(scene, c)]
    for cue in marks:
        scene.claimed.update(range(cue.first, cue.last))
    return bool(marks)


def _leaves_object(scene: Scene, cue: FoundCue) -> bool:
    """ "Left it 30 % shorter": a verb with its object, nothing that remains."""
    after = scene.words[cue.last] if cue.last < len(scene.words) else None
    return scene.words[cue.first].tag is Tag.VERB and after is not None and after.tag in (Tag.PRONOUN, Tag.DETERMINER)


def labels_of(scene: Scene, mention: Mention, clause: Clause, owners: frozenset[str], lemma: str) -> frozenset[str]:
    """Content lemmas of the mention's own segment of the clause, and its owners."""
    first, last = _segment(scene, mention, clause)
    taken = [(m.first, m.last) for m in scene.mentions if m.index != mention.index]
    if mention.comparison:
        taken.append(mention.comparison.reference)
    inside = [w for w in scene.words[first:last] if w.tag in (Tag.NOUN, Tag.NAME, Tag.ADJECTIVE) or w.tense == "gerund"]
    free = [w.lemma for w in inside if not any(a <= w.index < b for a, b in taken)]
    return frozenset(free) | owners | ({lemma} if lemma else frozenset()) | mention.modifiers


def kindred_of(scene: Scene, mention: Mention, clause: Clause) -> frozenset[str]:
    """Nouns that name the same things: modifiers, "of" complement, predicate after be."""
    same = mention.complement and not scene.lexicon.is_container(mention.lemma)
    found = mention.modifiers | ({mention.complement} if same else frozenset())
    if scene.verb_class(clause) != "be":
        return found
    after = scene.words[max(clause.group[1], mention.last) : _segment(scene, mention, clause)[1]]
    return found | {w.lemma for w in after if w.tag in (Tag.NOUN, Tag.ADJECTIVE)}


def joined_with(scene: Scene, mention: Mention, clause: Clause) -> frozenset[str]:
    """Nouns that share the amount: "$300 on a shirt and shoes"."""
    if any(m.clause == mention.clause and m.index != mention.index for m in scene.mentions):
        return frozenset()
    found: set[str] = set()
    for i in range(mention.last, clause.last - 1):
        if scene.words[i].tag is Tag.CONJUNCTION:
            sides = [
                w
                for w in (*scene.words[mention.last : i][-1:], *scene.words[i + 1 : i + 4])
                if w.tag in (Tag.NOUN, Tag.NAME)
            ]
            found |= {w.lemma for w in sides}
    return frozenset(found | {mention.lemma}) if found else frozenset()


def _segment(scene: Scene, mention: Mention, clause: Clause) -> tuple[int, int]:
    """The stretch around a mention up to the next comma, conjunction or mention.

    Where the clause holds one mention, it is the clause.
    """
    others = [m for m in scene.mentions if m.clause == mention.clause and m.index != mention.index]
    stop = min(clause.last, scene.asked_from) if mention.first < scene.asked_from else clause.last
    if not others:
        return clause.first, stop
    first = max([clause.first, *(m.last for m in others if m.first < mention.first)])
    last = min([stop, *(m.first for m in others if m.first > mention.first)])
    cuts = [w.index for w in scene.words[first:last] if w.tag is Tag.CONJUNCTION or w.lower in (",", ";")]
    before = [c + 1 for c in cuts if c < mention.first]
    after = [c for c in cuts if c >= mention.last]
    return max([first, *before]), min([last, *after])
