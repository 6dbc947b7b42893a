/** The request headers of the API document. */
const string = { type: 'string' };

export const headerParameters = {
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'The `ETag` of an earlier response: the answer is 304 when nothing has changed.',
    schema: string,
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of your choice that is unique to this request: repeated with it, the request is carried out once, and answered as at first.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      '`handling=strict` refuses unknown fields and query parameters with 422: docs/api/conventions.md#strict-handling.',
    schema: string,
  },
};
