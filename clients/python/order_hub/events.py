"""Pushed events: whether they come from the hub (docs/api/events.md#signature), and what they say."""
import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Mapping, Optional


def verify_signature(raw: bytes, header: Optional[str], secret: str) -> bool:
    """Checks the header `X-Service-Hmac-SHA256` of a push: the hexadecimal HMAC-SHA256 of the raw body, keyed with the
    client secret. False for a header that is missing or malformed."""
    if header is None or not re.fullmatch(r"[0-9a-fA-F]{64}", header):
        return False
    return hmac.compare_digest(_signature(raw, secret).hex(), header.lower())


def verify_webhook(
    raw: bytes,
    headers: Mapping[str, str],
    secret: str,
    *,
    tolerance_seconds: float = 300,
    now_seconds: Optional[float] = None,
) -> bool:
    """Checks the Standard Webhooks headers of a push. `secret` is the client secret itself. False for a push that is older
    than the tolerance, so a captured one cannot be replayed for ever."""
    given = {name.lower(): value for name, value in headers.items()}
    sent_at = given.get("webhook-timestamp", "")
    now = time.time() if now_seconds is None else now_seconds
    if not re.fullmatch(r"[0-9]{1,15}", sent_at) or abs(now - int(sent_at)) > tolerance_seconds:
        return False
    signed = f"{given.get('webhook-id', '')}.{sent_at}.".encode() + raw
    expected = "v1," + base64.b64encode(_signature(signed, secret)).decode()
    signatures = given.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(signature.encode(), expected.encode()) for signature in signatures)


def parse_event(raw: bytes) -> Any:
    """The event in the body of a push, as a dict. Verify the signature first. Raises ValueError if it is none."""
    event = json.loads(raw)
    for field in ("id", "resource_type", "event_type"):
        if not isinstance(event, dict) or not isinstance(event.get(field), str):
            raise ValueError(f"An event has a {field}")
    return event


def _signature(data: bytes, secret: str) -> bytes:
    return hmac.new(secret.encode(), data, hashlib.sha256).digest()
