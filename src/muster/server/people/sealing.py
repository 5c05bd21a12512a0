"""Messages that only one browser can read (RFC 8291, aes128gcm), and signatures that say which server sends them
(VAPID, RFC 8292). The primitives are those of `cryptography`.
"""

from __future__ import annotations

import base64
import os
import time

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
HOURS = 12 * 3_600
RECORD = 4_096


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def public_of(private: ec.EllipticCurvePrivateKey) -> bytes:
    point = serialization.PublicFormat.UncompressedPoint
    return private.public_key().public_bytes(serialization.Encoding.X962, point)


def new_private() -> str:
    """A private key as text."""
    return text_of(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def private_of(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(bytes_of(text), "big"), CURVE)


def seal(
    message: bytes,
    p256dh: bytes,
    auth: bytes,
    salt: bytes = b"",
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Seal a message for the browser with these keys; raises `ValueError` if they are none. Salt and own key are fresh,
    except in tests.
    """
    salt, own = salt or os.urandom(16), own or ec.generate_private_key(CURVE)
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, p256dh)
    public = public_of(own)
    info = b"WebPush: info\0" + p256dh + public
    secret = _derive(own.exchange(ec.ECDH(), theirs), auth, info, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def vapid(private: ec.EllipticCurvePrivateKey, audience: str, subject: str) -> str:
    """The header by which a push service knows us: a token signed with the key that the browser was given."""
    claims = {"aud": audience, "exp": int(time.time()) + HOURS, "sub": subject}
    parts = [text_of(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts)
    r, s = decode_dss_signature(private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{text_of(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={text_of(public_of(private))}"
