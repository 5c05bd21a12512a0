"""Compare a page with its picture in `snapshots/`, in the browser itself: no other library reads pictures here.

Both are drawn at half size and compared by tone, so that another rasteriser of fonts makes no difference and a missing
panel does.
"""

from __future__ import annotations

import base64
import os
import time
from pathlib import Path

from playwright.sync_api import Page

KEPT = Path(__file__).parent / "snapshots"
TONE = 40
"""By how many of 255 steps a pixel may differ."""
SHARE = 0.004
"""How many of the pixels may differ more."""
PATIENCE = 15.0
"""For how many seconds a page may look different, if it then looks as it should."""
STILL = 3_000
"""For so many milliseconds a page is left alone before its picture is made anew."""
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


def looks_as_kept(page: Page, name: str, patience: float = PATIENCE) -> None:
    """Wait until the page looks as in its picture: some of what it shows, the server works out first.

    With `MUSTER_SNAPSHOTS=renew` the picture is made anew, after a while in which everything may arrive.
    """
    page.evaluate("document.fonts.ready")
    kept = KEPT / f"{name}.png"
    desk = page.context.new_page()
    try:
        if RENEWING:
            page.wait_for_timeout(STILL)
            kept.parent.mkdir(exist_ok=True)
            kept.write_bytes(base64.b64decode(half_of(page, desk)))
        expected = base64.b64encode(kept.read_bytes()).decode()
        until = time.monotonic() + patience
        while (differs := desk.evaluate(DIFFER, [half_of(page, desk), expected, TONE])) >= SHARE:
            assert time.monotonic() < until, f"{differs:.1%} of {name} look different from {kept.name}: {RENEW}"
    finally:
        desk.close()


def half_of(page: Page, desk: Page) -> str:
    """A picture of the page at half its size, made smaller by another page."""
    shot = base64.b64encode(page.screenshot(animations="disabled", caret="hide")).decode()
    smaller: str = desk.evaluate(HALVE, [shot, 0.5])
    return smaller
