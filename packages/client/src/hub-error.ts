/** One fault of a body or of a query (docs/api/errors.md#field-errors). `code`: of docs/api/errors.md#codes-of-faults; more may be added. */
export type FieldFault = { field: string; message: string; code: string };

export type HubErrorDetails = {
  status: number;
  code: string;
  details?: readonly FieldFault[];
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
};

/** Every failure of a call. An aborted call throws the reason of its signal instead. */
export class HubError extends Error {
  override readonly name = 'HubError';
  /** The HTTP status; 0 if there was no whole answer. */
  readonly status: number;
  /**
   * What went wrong, for programs: a code of docs/api/errors.md#codes, the `error` of OAuth, or
   * `no_answer`, `timeout` and `unreadable_answer`.
   */
  readonly code: string;
  /** The faulty fields; only of a 422. */
  readonly details: readonly FieldFault[];
  /** Quote it when you report a fault. */
  readonly requestId: string | undefined;
  /** What the hub asked for in `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { status, code, details = [], requestId, retryAfterSeconds, cause }: HubErrorDetails) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
