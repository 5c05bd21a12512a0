"""The documentation site: `make docs` lays out its sources in `build/docs` and has Sphinx build them.

Guides are the pages of `docs/`, the front pages those of `docs/site/`. The rules books are made from the games
themselves: chapters, clauses, glossary and examples, played by the rules while the site is built. Nothing is fetched.
"""

from __future__ import annotations

import re
import shutil
import sys
from html import escape
from pathlib import Path

from muster.book import Chapter, Example, chapters_of, example_of
from muster.kernel.clauses import Clause
from muster.kernel.journal import LETTERS
from muster.kernel.scene import drawn
from muster.kernel.text import Text
from muster.kernel.words import LANGUAGES
from muster.library import load_game, load_glossary, own_names

ROOT = Path(__file__).parent.parent
OUTSIDE = re.compile(r"\[([^\]]*)\]\((?:\.\./)+((?:bench|examples|deploy|tests|src|README)[^)#]*)\)")
LETTERED = dict(enumerate(LETTERS))
SAID = {
    "en": {"glossary": "Glossary", "example": "Example", "no": "Refused:", "position": "The position"},
    "es": {"glossary": "Glosario", "example": "Ejemplo", "no": "No vale:", "position": "La posición"},
}


def lay_out(target: Path) -> None:
    """Write every source of the site into a folder."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(ROOT / "docs", target, ignore=shutil.ignore_patterns("site", "__pycache__"))
    shutil.copytree(ROOT / "docs" / "site", target, dirs_exist_ok=True)
    for page in sorted(target.rglob("*.md")):
        page.write_text(inside(page.read_text("utf-8"), page, target), "utf-8")
    write_lists(target)
    for game in own_names():
        for language in LANGUAGES:
            write_book(game, language, target)


def inside(text: str, page: Path, target: Path) -> str:
    """A page whose links to other parts of the checkout lead to copies beside it; a link to a folder is its name."""

    def replaced(found: re.Match[str]) -> str:
        said, name = found.groups()
        file = ROOT / name
        if not file.is_file() or file.suffix == ".md":
            return said
        copy = target / "files" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)
        return f"[{said}]({'../' * len(page.relative_to(target).parent.parts)}files/{name})"

    return OUTSIDE.sub(replaced, text)


def write_lists(target: Path) -> None:
    """Pages that only list others."""
    listed = {"rulings/index": ("Rulings", ["rulings"]), "figures": ("Figures", ["balance", "mutants"])}
    for name, (title, folders) in listed.items():
        page = target / f"{name}.md"
        files = [file for folder in folders for file in sorted((target / folder).glob("*.md")) if file != page]
        links = [file.relative_to(page.parent).with_suffix("").as_posix() for file in files]
        page.write_text("\n".join([f"# {title}", "", "```{toctree}", ":maxdepth: 1", "", *links, "```", ""]), "utf-8")


def write_book(game: str, language: str, target: Path) -> None:
    """The rules book of a game: a page for each chapter, the glossary, and the contents."""
    folder = target / "rules" / game / language
    folder.mkdir(parents=True)
    chapters = chapters_of(game)
    title = load_game(game).catalogue.words(language).say(Text("game.title"))
    for chapter in chapters:
        (folder / f"{chapter.id}.md").write_text(chapter_page(game, chapter, language, target), "utf-8")
    (folder / "glossary.md").write_text(glossary_page(game, language), "utf-8")
    names = [*(chapter.id for chapter in chapters), "glossary"]
    contents = [f"# {title}", "", "```{toctree}", ":maxdepth: 1", ":numbered:", "", *names, "```", ""]
    (folder / "index.md").write_text("\n".join(contents), "utf-8")


def chapter_page(game: str, chapter: Chapter, language: str, target: Path) -> str:
    clauses = [clause_block(game, clause, language, target) for clause in chapter.clauses]
    about = chapter.about.said(language)
    return "\n\n".join([f"# {chapter.title.said(language)}", about, *clauses, ""])


def clause_block(game: str, clause: Clause, language: str, target: Path) -> str:
    """A clause with its address, its words and its example."""
    anchor = clause.id.replace(" ", ".")
    parts = [
        f'<div class="clause" id="{anchor}">',
        f'<p>{escape(clause.summary(language))} <a class="id" href="#{anchor}">{clause.id}</a></p>',
    ]
    found = example_of(game, clause.id)
    if found is not None:
        parts.append(example_block(found, anchor, game, language, target))
    return "\n".join([*parts, "</div>"])


def example_block(example: Example, anchor: str, game: str, language: str, target: Path) -> str:
    """An example in words, under a picture of its position."""
    words, said = example.game.catalogue.words(language), SAID[language]
    title = example.shipped.title(language)
    parts = [f"<details><summary>{said['example']}{': ' if title else ''}{escape(title)}</summary>"]
    scene = example.frames[0].look.scene(words.seated(LETTERED))
    if scene is not None:
        picture = target / "_static" / "examples" / game / f"{anchor}.{language}.svg"
        picture.parent.mkdir(parents=True, exist_ok=True)
        picture.write_text(drawn(scene), "utf-8")
        address = picture.relative_to(target).as_posix()
        parts.append(f'<img src="../../../{address}" alt="{said["position"]}" loading="lazy">')
    parts.append("<ol>")
    for frame in example.frames[1:]:
        who = "" if frame.seat is None else f"<b>{LETTERS[frame.seat]}</b> "
        answer = words.say(frame.answer) if frame.answer is not None else ""
        told = [words.say(Text(event.key, event.params)) for event in frame.told]
        if frame.refusal is not None:
            told.append(f"{said['no']} {words.say(frame.refusal.reason)} [{frame.refusal.clause}]")
            answer = frame.key
        parts.append(f"<li>{who}{escape(answer)}<br>{'<br>'.join(escape(' '.join(one.split())) for one in told)}</li>")
    return "\n".join([*parts, "</ol></details>"])


def glossary_page(game: str, language: str) -> str:
    """Every word and sign of the table, with the clauses that explain it."""
    clauses = load_game(game).clauses
    words = load_game(game).catalogue.words(language)
    where = {clause.id: chapter.id for chapter in chapters_of(game) for clause in chapter.clauses}
    entries: dict[str, list[str]] = {}
    for term, explained in load_glossary(game).items():
        name = words.name(*term.split(".", 1))
        if "{" not in name:
            entries.setdefault(name, []).extend(one for one in explained if one not in entries[name])
    lines = [f"# {SAID[language]['glossary']}", ""]
    for name, ids in sorted(entries.items(), key=lambda entry: entry[0].lower()):
        links = " ".join(
            f'<a href="{where[one]}.html#{one.replace(" ", ".")}">{escape(clauses.get(one).summary(language))}</a>'
            for one in ids
        )
        lines += [f'<div class="clause"><p><b>{escape(name)}</b><br>{links}</p></div>', ""]
    return "\n".join(lines)


def main(target: Path) -> int:
    from sphinx.cmd.build import build_main

    sources = target / "source"
    lay_out(sources)
    return build_main(
        ["-W", "--keep-going", "-q", "-b", "html", "-d", str(target / "kept"), str(sources), str(target / "html")]
    )


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "docs"
    code = main(folder)
    if not code:
        print(f"the site is in {folder / 'html'}: open index.html")
    sys.exit(code)
