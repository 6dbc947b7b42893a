"""What the methods of a client are made of: a call, and a list that is read page by page."""
import json
import re
import uuid
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, TypedDict, Union
from urllib.parse import urlencode

from .sending import Answer, Limits, Request, send


class Options(TypedDict, total=False):
    """What one call may choose. `idempotency_key` replaces the key of this call; False sends none."""

    idempotency_key: Union[str, bool]
    max_retries: int
    timeout_seconds: float
    headers: Mapping[str, str]


class Page(NamedTuple):
    """A part of a list. Without `next` it is the last one; else pass `next` as `cursor` for the part after it."""

    items: List[Any]
    next: Optional[str]


class Pages:
    """A list. Iterating asks for one page after the other, as needed, and again from the start each time."""

    def __init__(self, ask: Callable[[Optional[str]], Answer], cursor: Optional[str]) -> None:
        self._ask = ask
        self._cursor = cursor

    def page(self) -> Page:
        """The first page, or the one that `cursor` names."""
        return self._page_at(self._cursor)

    def pages(self) -> Iterator[Page]:
        page = self.page()
        yield page
        while page.next is not None:
            page = self._page_at(page.next)
            yield page

    def __iter__(self) -> Iterator[Any]:
        for page in self.pages():
            yield from page.items

    def _page_at(self, cursor: Optional[str]) -> Page:
        data, headers = self._ask(cursor)
        return Page(data, headers.get("x-cursor-next"))


_id = re.compile(r"[\w-]+", re.ASCII)


class Caller:
    """Sends the calls of one connection."""

    def __init__(self, base_url: str, token: str, limits: Limits, idempotency_keys: bool) -> None:
        if not base_url or not token:
            raise TypeError("Client needs a base_url and a token")
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._limits = limits
        self._idempotency_keys = idempotency_keys

    def _call(self, route: str, values: Mapping[str, Any], options: Optional[Options], *body: Any) -> Any:
        return self._send(route, values, options or {}, *body).data

    def _pages(self, route: str, values: Mapping[str, Any], options: Optional[Options]) -> Pages:
        def ask(cursor: Optional[str]) -> Answer:
            return self._send(route, {**values, "cursor": cursor}, options or {})

        return Pages(ask, values.get("cursor"))

    def _send(self, route: str, values: Mapping[str, Any], options: Options, *body: Any) -> Answer:
        method, template = route.split(" ")
        headers = {"x-access-token": self._token, **self._key_header(method, options)}
        content = None
        if body:
            content, headers["content-type"] = body if len(body) == 2 else (_json(body[0]), "application/json")
        headers.update(options.get("headers", {}))
        url = self._base_url + _target(template, values)
        limits = self._limits._replace(**{name: options[name] for name in Limits._fields if name in options})
        return send(Request("GET" if method == "LIST" else method, url, headers, content), limits)

    def _key_header(self, method: str, options: Options) -> Dict[str, str]:
        """One key for all attempts of a call."""
        key = options.get("idempotency_key", self._idempotency_keys)
        if method not in ("POST", "PUT", "PATCH") or key is False:
            return {}
        return {"idempotency-key": str(uuid.uuid4()) if key is True else key}


def _json(body: Any) -> bytes:
    return json.dumps(body, allow_nan=False).encode()


def _target(template: str, values: Mapping[str, Any]) -> str:
    """The path and the query: ids fill the path, everything else becomes the query."""
    left = {name: value for name, value in values.items() if value is not None}

    def take(match: "re.Match[str]") -> str:
        value = left.pop(match[1], None)
        # An id may not change the meaning of its path.
        if not isinstance(value, str) or not _id.fullmatch(value):
            raise TypeError(f"{match[1]} must be an id")
        return value

    def take_optional(match: "re.Match[str]") -> str:
        return f"s/{take(match)}" if match[1] in left else ""

    path = re.sub(r"\{(\w+)\}", take, re.sub(r"s/\{(\w+)\?\}", take_optional, template))
    return path + (f"?{urlencode(left)}" if left else "")
