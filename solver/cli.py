"""The command line: arguments, the run over all cases, output, exit code.

``main`` gets what it does not own (the rules of contexts, the streams) and
returns the exit code. The engine itself is imported only when a case is run, so
that ``--help`` and usage errors stay fast; that is what the one import inside a
function is for.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from solver.cases import BadCase, Case, ContextRules, read_all, read_examples
from solver.jobs import WorkerLost, ordered

ANSWERED, INTERNAL, USAGE, NOT_ANSWERED, LEDGER = 0, 1, 2, 3, 4
PRECEDENCE = (INTERNAL, LEDGER, USAGE, NOT_ANSWERED, ANSWERED)
MAX_JOBS = 64
PROGRESS_EVERY = 10
EXAMPLES = Path(__file__).with_name("examples.json")
HELP_END = """\
A case is {"id": "...", "question": "..."}, optionally with "context"; CASES.jsonl
holds one a line, and a line without an id is line-N, N counted from 0.
Exit code: 0 all answered, 1 internal error, 2 usage or bad input, 3 at least one
not answered; where several hold, the first of 1, 2, 3."""


@dataclass(frozen=True, slots=True)
class Record:
    """What one case gave: an object for --json, lines for a person, a message, an exit code."""

    found: dict[str, object]
    lines: tuple[str, ...]
    message: str
    code: int


def main(argv: Sequence[str], rules: ContextRules) -> int:
    """Runs the command; the exit code. Writes data to stdout, messages to stderr."""
    try:
        options = parser(rules).parse_args(argv)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    code = [ANSWERED]
    try:
        _write(_records(options, rules), options.json, code)
    except BrokenPipeError:
        # The reader of our output has gone; keep the interpreter from failing on its last flush.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except WorkerLost as error:
        print(f"solver: {error}; run again with fewer --jobs", file=sys.stderr)
        code.append(INTERNAL)
    return worst(code)


def worst(codes: Iterable[int]) -> int:
    """The exit code that stands for all: the first that occurs in 1, 4, 2, 3, 0.

    >>> worst([0, 3, 2, 0])
    2
    """
    return min(codes, key=PRECEDENCE.index, default=ANSWERED)


def parser(rules: ContextRules) -> argparse.ArgumentParser:
    """The argument parser of every subcommand."""
    top = argparse.ArgumentParser(
        prog="python -m solver", description="Answers only what it can show.", allow_abbrev=False
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    attempt = commands.add_parser(
        "attempt",
        help="answer cases, or refuse them with a reason",
        epilog=HELP_END,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    _add_attempt(attempt, rules)
    return top


def _add_attempt(attempt: argparse.ArgumentParser, rules: ContextRules) -> None:
    source = attempt.add_mutually_exclusive_group(required=True)
    source.add_argument("cases", nargs="*", default=[], metavar="CASES", help="CASE.json, CASES.jsonl, or -")
    source.add_argument("--example", action="store_true", help="run the embedded problems")
    attempt.add_argument(
        "--context",
        choices=rules.strictest_first,
        metavar="CONTEXT",
        help=f"one of {', '.join(rules.strictest_first)} (strictest first, default {rules.default}); "
        "where a case names one too, the stricter holds",
    )
    attempt.add_argument("--json", action="store_true", help="one JSON object a line on stdout")
    attempt.add_argument("--explain", action="store_true", help="show each step and what licensed it")
    attempt.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="worker processes (default 1)")


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= MAX_JOBS):
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {MAX_JOBS}, not {text!r}")
    return int(text)


def _records(options: argparse.Namespace, rules: ContextRules) -> Iterator[Record]:
    examples = read_examples(EXAMPLES, rules)
    cases = examples if options.example else read_all(options.cases, rules, sys.stdin.buffer)
    work = partial(run_case, rules=rules, context=options.context, explain=options.explain)
    return ordered(work, cases, options.jobs)


def run_case(item: Case | BadCase, rules: ContextRules, context: str | None, explain: bool) -> Record:
    """One case through the engine; whatever goes wrong becomes a record too."""
    if isinstance(item, BadCase):
        return _failure(item.ident, item.place.line, item.error, USAGE)
    try:
        return _attempt(item, rules, rules.resolve(item.context, context), explain)
    except Exception as error:  # the last barrier: one broken case must not take the others along
        text = f"{item.place}: internal error in case {item.ident}: {type(error).__name__}: {error}"
        return _failure(item.ident, item.place.line, text, INTERNAL)


def _attempt(case: Case, rules: ContextRules, context: str, explain: bool) -> Record:
    from solver.api import attempt  # not before a case is run: the engine is slow to import
    from solver.report import answered, explanation, to_object

    session = attempt(case.question, problem_id=case.ident, context=context)
    found = to_object(session, context in rules.candidates_on_refusal)
    lines = (f"{case.ident}: {found['display']}", *(explanation(session) if explain else ()))
    return Record(found, lines, "", ANSWERED if answered(session) else NOT_ANSWERED)


def _failure(ident: str, line: int | None, error: str, code: int) -> Record:
    return Record({"id": ident, "line": line, "error": error}, (), error, code)


def _write(records: Iterator[Record], as_json: bool, codes: list[int]) -> None:
    """Prints each record as it comes; ``codes`` collects the exit code, kept if the pipe breaks."""
    style = _style(sys.stdout)
    for number, record in enumerate(records, start=1):
        codes[0] = worst((codes[0], record.code))
        if record.message:
            print(f"solver: {record.message}", file=sys.stderr)
        for line in (json.dumps(record.found),) if as_json else map(partial(style, record), record.lines):
            print(line)
        _progress(number)
    sys.stdout.flush()
    _progress(0)


def _progress(number: int) -> None:
    """A count on stderr that overwrites itself, where a person watches; 0 wipes it."""
    if sys.stderr.isatty() and number % PROGRESS_EVERY == 0:
        print(f"\r{number} done" if number else "\r\x1b[K", end="", file=sys.stderr, flush=True)


def _style(stream: TextIO) -> Callable[[Record, str], str]:
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb" or not stream.isatty()
    return _plain if plain else _coloured


def _plain(record: Record, line: str) -> str:
    return line


def _coloured(record: Record, line: str) -> str:
    return f"\x1b[{32 if record.code == ANSWERED else 33}m{line}\x1b[0m"
