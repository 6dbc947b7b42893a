from typing import Any, List, Mapping, Optional


class HubError(Exception):
    """Every failure of a call.

    `status` is the HTTP status, 0 if there was no whole answer. `code` says what went wrong: a code of
    docs/api/errors.md#codes, the `error` of OAuth, or `no_answer`, `timeout` and `unreadable_answer`. `details` are the
    faulty fields of a 422, each with `field`, `message`, and a `code` of docs/api/errors.md#codes-of-faults. Quote `request_id` when you report a fault.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: Optional[List[Mapping[str, str]]] = None,
        request_id: Optional[str] = None,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.details = details or []
        self.request_id = request_id
        self.retry_after_seconds = retry_after_seconds

    @classmethod
    def of_answer(cls, status: int, data: Any, headers: Mapping[str, str], retry_after: Optional[float]) -> "HubError":
        body = data if isinstance(data, dict) else {}
        return cls(
            body.get("message") or f"The hub answered {status}",
            status=status,
            code=body.get("error") or body.get("code") or body.get("error_type") or f"http_{status}",
            details=body.get("errors"),
            request_id=headers.get("x-request-id"),
            retry_after_seconds=retry_after,
        )
