from .operations import Operations
from .sending import Limits


class Client(Operations):
    """A client that acts for one connection: `hub.create_order(body={...})`.

    `base_url` is the root of the API, such as `http://localhost:8080/v1`, and `token` the access token of the connection. Its
    methods raise HubError, and TypeError for an id that is missing. POST, PUT and PATCH carry an `Idempotency-Key`, unless
    `idempotency_keys` is false. A call is sent again at most `max_retries` times, and only if the hub asks for no longer
    wait than `max_wait_seconds`; `timeout_seconds` is the longest silence of the hub in one attempt.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        idempotency_keys: bool = True,
        max_retries: int = 4,
        max_wait_seconds: float = 60,
        timeout_seconds: float = 30,
    ) -> None:
        super().__init__(base_url, token, Limits(max_retries, max_wait_seconds, timeout_seconds), idempotency_keys)
