"""An explanation as one self-contained HTML page."""

from html import escape
from typing import Any

from ecs_magic.explain import Explanation

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;"
    "border-bottom:1px solid #ccc}th{background:#f3f3f3}caption{text-align:left;font-weight:bold;padding:.4rem 0}"
    "@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}th{background:#333}}"
)


def _cell(value: Any) -> str:
    if isinstance(value, list | tuple):
        return escape(", ".join(map(str, value)) or "none")
    return "none" if value in (None, "") else escape(str(value))


def _notes(explanation: Explanation) -> str:
    notes = [f"Assuming {explanation.assuming}."] if explanation.assuming else []
    notes += [f"Not carried out: {'; '.join(explanation.unmodelled)}."] if explanation.unmodelled else []
    return "".join(f"<p>{escape(note)}</p>" for note in notes)


def _left_out(explanation: Explanation) -> str:
    rows = "".join(
        f"<tr><td>{escape(one.source)}</td><td>{one.timestamp}</td><td>CR {escape(one.rule)}</td>"
        f"<td>{escape(one.why)}</td></tr>"
        for one in explanation.not_applied
    )
    head = "<tr><th>source</th><th>timestamp</th><th>rule</th><th>why not</th></tr>"
    return f"<table><caption>What was not applied</caption>{head}{rows}</table>" if rows else ""


def page(explanation: Explanation) -> str:
    """Return the layer table as a page; it loads nothing from anywhere."""
    title = escape(explanation.name or "a nameless object")
    rows = "".join(
        f"<tr><td>{escape(step.layer)}</td><td>{escape(step.source)}</td>"
        f"<td>{'' if step.timestamp is None else step.timestamp}</td><td>CR {escape(step.rule)}</td>"
        f"<td>{'<br>'.join(f'{escape(key)}: {escape(change)}' for key, change in step.told())}"
        f"</td><td>{escape(step.reason)}</td></tr>"
        for step in explanation.steps
    )
    pairs = explanation.result.items()
    result = "".join(f"<tr><th>{escape(key)}</th><td>{_cell(value)}</td></tr>" for key, value in pairs)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{title}</h1>{_notes(explanation)}"
        "<table><caption>How it comes about, layer by layer (CR 613)</caption>"
        "<tr><th>layer</th><th>source</th><th>timestamp</th><th>rule</th><th>change</th><th>why here</th></tr>"
        f"{rows}</table>{_left_out(explanation)}<table><caption>The result</caption>{result}</table></body></html>\n"
    )
