"""Compare a page with its picture in `snapshots/`, in the browser itself: no other library reads pictures here.

Both are drawn at half size and compared by tone, so that another rasteriser of fonts makes no difference and a missing
panel does.
"""

from __future__ import annotations

import base64
import os
from pathlib import Path

from playwright.sync_api import Page

KEPT = Path(__file__).parent / "snapshots"
TONE = 40
"""By how many of 255 steps a pixel may differ."""
SHARE = 0.004
"""How many of the pixels may differ more."""
RENEW = "look at what changed; if it is meant: MUSTER_SNAPSHOTS=renew .venv/bin/pytest tests/web/test_snapshots.py"

RENEWING = os.environ.get("MUSTER_SNAPSHOTS") == "renew"

HALVE = """async ([png, scale]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * scale;
  canvas.height = image.height * scale;
  const draw = canvas.getContext("2d");
  draw.imageSmoothingQuality = "high";
  draw.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png").split(",")[1];
}"""

DIFFER = """async ([one, other, tone]) => {
  const pixels = [];
  for (const png of [one, other]) {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width / 2;
    canvas.height = image.height / 2;
    const draw = canvas.getContext("2d");
    draw.imageSmoothingQuality = "high";
    draw.drawImage(image, 0, 0, canvas.width, canvas.height);
    pixels.push(draw.getImageData(0, 0, canvas.width, canvas.height).data);
  }
  const [a, b] = pixels;
  if (a.length !== b.length) return 1;
  let far = 0;
  for (let at = 0; at < a.length; at += 4) {
    const by = Math.max(...[0, 1, 2].map((n) => Math.abs(a[at + n] - b[at + n])));
    if (by > tone) far += 1;
  }
  return far / (a.length / 4);
}"""


def looks_as_kept(page: Page, name: str) -> None:
    """The page looks as in its picture; with `MUSTER_SNAPSHOTS=renew` the picture is made anew."""
    page.evaluate("document.fonts.ready")
    shot = base64.b64encode(page.screenshot(animations="disabled", caret="hide")).decode()
    desk = page.context.new_page()
    try:
        small = desk.evaluate(HALVE, [shot, 0.5])
        kept = KEPT / f"{name}.png"
        if RENEWING:
            kept.parent.mkdir(exist_ok=True)
            kept.write_bytes(base64.b64decode(small))
        differs = desk.evaluate(DIFFER, [small, base64.b64encode(kept.read_bytes()).decode(), TONE])
    finally:
        desk.close()
    assert differs < SHARE, f"{differs:.1%} of {name} look different from {kept.name}: {RENEW}"
