"""Write the frozen vocabulary table from the WordNet 3.0 dictionary files.

``python benchmarks/build_vocabulary.py --wordnet DIR [--out DIR]`` reads the
``index.*``, ``*.exc`` and ``cntlist.rev`` files of DIR and writes, byte for byte
the same on every run:

``vocabulary.txt``     ``lemma<TAB>parts<TAB>counts``, one line per one-word lemma
                       (lower case, letters and apostrophe). ``parts`` are among
                       n v a r, most used first (ties in that order); ``counts``
                       are WordNet's own tag counts, comma separated, in the order
                       of ``parts``, left out with their tab where all are zero.
``exceptions.txt``     ``form<TAB>part<TAB>lemma``, the irregular inflections.
``WORDNET-LICENSE``    the notice that WordNet's licence asks to be kept.
``vocabulary.sha256``  digests of the three, in the format of ``sha256sum``.

Lines are sorted as bytes: the reader searches them by bisection.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
ORDER = "nvar"
SENSE_TYPES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
ONE_WORD = re.compile(r"[a-z']*[a-z][a-z']*")
PACKS = Path(__file__).resolve().parent.parent / "readers" / "packs"

Usage = Counter[tuple[str, str]]


def lines(path: Path) -> Iterator[str]:
    """The lines of one dictionary file, without its licence header."""
    for line in path.read_text(encoding="ascii").splitlines():
        if line and not line.startswith(" "):
            yield line


def lemmas(wordnet: Path) -> dict[str, set[str]]:
    """Every one-word lemma with its parts of speech, from ``index.*``."""
    found: dict[str, set[str]] = {}
    for name, part in PARTS.items():
        for line in lines(wordnet / f"index.{name}"):
            word = line.split(" ", 1)[0]
            if ONE_WORD.fullmatch(word):
                found.setdefault(word, set()).add(part)
    return found


def usage(wordnet: Path) -> Usage:
    """Tag counts summed over the senses of each (lemma, part), from ``cntlist.rev``."""
    counts: Usage = Counter()
    for line in lines(wordnet / "cntlist.rev"):
        key, _, count = line.split(" ")
        word, sense = key.split("%")
        counts[word, SENSE_TYPES[sense[0]]] += int(count)
    return counts


def entry(word: str, parts: set[str], counts: Usage) -> str:
    """One line of the table."""
    ranked = sorted(parts, key=lambda part: (-counts[word, part], ORDER.index(part)))
    fields = [word, "".join(ranked)]
    if any(counts[word, part] for part in parts):
        fields.append(",".join(str(counts[word, part]) for part in ranked))
    return "\t".join(fields)


def exceptions(wordnet: Path) -> Iterator[str]:
    """Lines of the irregular inflections, one per lemma of a form."""
    for name, part in PARTS.items():
        for line in lines(wordnet / f"{name}.exc"):
            form, *bases = line.split(" ")
            for base in bases:
                if form != base and ONE_WORD.fullmatch(form) and ONE_WORD.fullmatch(base):
                    yield f"{form}\t{part}\t{base}"


def licence(wordnet: Path) -> str:
    """The notice at the head of ``data.noun``, its line numbers removed."""
    head = (wordnet / "data.noun").read_text(encoding="ascii").splitlines()[:40]
    notice = [re.sub(r"^ +\d+ ", "", line).rstrip() for line in head if line.startswith("  ")]
    return "\n".join(notice) + "\n"


def table(rows: Iterable[str]) -> str:
    """Rows once each, sorted as bytes, each ended by a newline."""
    return "".join(f"{row}\n" for row in sorted(set(rows)))


def build(wordnet: Path) -> dict[str, str]:
    """File name -> content of everything that is written."""
    counts = usage(wordnet)
    files = {
        "vocabulary.txt": table(entry(word, parts, counts) for word, parts in lemmas(wordnet).items()),
        "exceptions.txt": table(exceptions(wordnet)),
        "WORDNET-LICENSE": licence(wordnet),
    }
    digests = [f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in files.items()]
    return files | {"vocabulary.sha256": "".join(digests)}


def main() -> None:
    """Write the files; see the module's docstring."""
    parser = argparse.ArgumentParser(description="write the frozen vocabulary table")
    parser.add_argument("--wordnet", type=Path, required=True, help="directory of the dictionary files")
    parser.add_argument("--out", type=Path, default=PACKS)
    arguments = parser.parse_args()
    for name, text in build(arguments.wordnet).items():
        (arguments.out / name).write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
