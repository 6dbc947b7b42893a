"""Sends requests, and sends them again where that may help (docs/api/errors.md#unknown-outcomes)."""
import json
import random
import time
import urllib.error
import urllib.request
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any, Mapping, NamedTuple, Optional, Union

from .errors import HubError


class Request(NamedTuple):
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]


class Answer(NamedTuple):
    data: Any
    headers: Mapping[str, str]


class Limits(NamedTuple):
    max_retries: int = 4
    #: A longer Retry-After raises at once.
    max_wait_seconds: float = 60
    #: For one attempt: the longest silence of the hub.
    timeout_seconds: float = 30


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would pass the access token on."""

    def redirect_request(self, *_args: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)
_first_wait_seconds = 0.5
_jitter_seconds = 0.25


def send(request: Request, limits: Limits) -> Answer:
    """Raises HubError."""
    attempt = 0
    while True:
        answer = _send_once(request, limits.timeout_seconds)
        if isinstance(answer, Answer):
            return answer
        seconds = _seconds_to_retry(answer, request, attempt, limits)
        if seconds is None:
            raise answer
        time.sleep(seconds)
        attempt += 1


def _send_once(request: Request, timeout_seconds: float) -> Union[Answer, HubError]:
    sent = urllib.request.Request(request.url, request.body, dict(request.headers), method=request.method)
    try:
        try:
            response = _opener.open(sent, timeout=timeout_seconds)
        except urllib.error.HTTPError as refused:
            response = refused
        with response:
            status, content = response.status or 0, response.read()
            headers = {name.lower(): value for name, value in response.headers.items()}
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", error)
        if isinstance(reason, TimeoutError) or "timed out" in str(reason):
            return HubError(f"No answer within {timeout_seconds} s", status=0, code="timeout")
        return HubError(f"No answer from the hub: {reason}", status=0, code="no_answer")
    is_json = "json" in headers.get("content-type", "")
    try:
        data = json.loads(content) if is_json else content
    except ValueError:
        if status < 300:
            return HubError("The answer is not JSON", status=status, code="unreadable_answer")
        data = None
    if 200 <= status < 300:
        return Answer(data, headers)
    return HubError.of_answer(status, data, headers, _seconds_of(headers.get("retry-after")))


def _seconds_of(retry_after: Optional[str]) -> Optional[float]:
    """`Retry-After` is a number of seconds or a date."""
    if retry_after is None:
        return None
    if retry_after.isascii() and retry_after.isdigit():
        return float(retry_after)
    try:
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _seconds_to_retry(error: HubError, request: Request, attempt: int, limits: Limits) -> Optional[float]:
    if attempt >= limits.max_retries or not _may_repeat(error, request, attempt):
        return None
    wait = error.retry_after_seconds
    seconds = _first_wait_seconds * 2**attempt if wait is None else wait
    return None if seconds > limits.max_wait_seconds else seconds + random.random() * _jitter_seconds


def _may_repeat(error: HubError, request: Request, attempt: int) -> bool:
    # The hub did nothing.
    if error.status in (429, 503):
        return True
    if error.code == "unreadable_answer":
        return False
    has_key = "idempotency-key" in request.headers
    # The hub, or a proxy before it, lost track of the request.
    if error.status in (0, 502, 504):
        return request.method == "GET" or has_key
    # The earlier attempt of this call is still under way.
    return error.status == 409 and error.code != "status_changed" and has_key and attempt > 0
