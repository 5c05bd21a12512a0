"""The messages of the protocol: everything that the server says over the socket, news of the table and replies."""

from __future__ import annotations

from muster.server.protocol.news import (
    Agreement,
    LessonStepShown,
    Moved,
    People,
    Plea,
    Settled,
    Spoken,
    Update,
    Welcome,
)
from muster.server.protocol.replies import Progress, Reply

AnyMessage = (
    Welcome | Agreement | Update | LessonStepShown | Settled | People | Plea | Spoken | Moved | Progress | Reply
)
