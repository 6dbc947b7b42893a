"""Access tokens (docs/api/authentication.md#web-application-flow)."""
import base64
import hashlib
import secrets
from typing import Any, Mapping, NamedTuple, Optional
from urllib.parse import parse_qsl, urlencode, urlsplit

from .errors import HubError
from .sending import Limits, Request, send


class OAuthClient(NamedTuple):
    """The root of the authorisation server, such as `http://localhost:8080/oauth2/v1`, and the client's credentials."""

    auth_url: str
    client_id: str
    client_secret: str


class Authorisation(NamedTuple):
    """Where to send the user. Keep `state` and `code_verifier` in the user's session until they return."""

    url: str
    state: str
    code_verifier: str


def authorisation_url(
    client: OAuthClient, *, redirect_uri: str, scope: str, more: Optional[Mapping[str, str]] = None
) -> Authorisation:
    """An authorisation request with a random `state` and with PKCE. `more`: `country`, `account_name` and so on."""
    state, code_verifier = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
    digest = hashlib.sha256(code_verifier.encode()).digest()
    query = urlencode({
        **(more or {}),
        "response_type": "code",
        "client_id": client.client_id,
        "redirect_uri": redirect_uri,
        "scope": scope,
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).rstrip(b"=").decode(),
        "code_challenge_method": "S256",
    })
    return Authorisation(f"{client.auth_url}/authorize?{query}", state, code_verifier)


def code_of(returned_url: str, client: OAuthClient, state: str) -> str:
    """The code in the URL to which the user returned. Raises HubError: with the code `access_denied` if the user refused,
    `invalid_state` if the answer does not belong to the request, `invalid_issuer` if another server gave it."""
    query = dict(parse_qsl(urlsplit(returned_url).query))
    if query.get("state") != state:
        raise HubError("The state is not that of the request", status=0, code="invalid_state")
    if query.get("iss", client.auth_url) != client.auth_url:
        raise HubError(f"The answer is from {query['iss']}", status=0, code="invalid_issuer")
    if "error" in query:
        raise HubError(query.get("error_description", query["error"]), status=0, code=query["error"])
    if "code" not in query:
        raise HubError("There is no code", status=0, code="invalid_request")
    return query["code"]


def exchange_code(client: OAuthClient, *, code: str, redirect_uri: str, code_verifier: str) -> Any:
    """Exchanges a code for an access token (docs/api/authentication.md#token-response). Raises HubError."""
    fields = {"code": code, "redirect_uri": redirect_uri, "code_verifier": code_verifier}
    return _post(client, "token", {"grant_type": "authorization_code", **fields})


def revoke_token(client: OAuthClient, token: str) -> None:
    """Revokes an access token of the client. An unknown token is no error. Raises HubError."""
    _post(client, "revoke", {"token": token})


def _post(client: OAuthClient, path: str, fields: Mapping[str, str]) -> Any:
    credentials = base64.b64encode(f"{client.client_id}:{client.client_secret}".encode()).decode()
    headers = {"content-type": "application/x-www-form-urlencoded", "authorization": f"Basic {credentials}"}
    request = Request("POST", f"{client.auth_url}/{path}", headers, urlencode(fields).encode())
    return send(request, Limits()).data
