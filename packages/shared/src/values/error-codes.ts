/** The codes of errors. Each has a heading in docs/api/errors.md that says what happened and what to do next. */

/** The kind of error of each code: its `error_type`. A code is never renamed. */
export const errorTypeOfCode = {
  bad_request: 'bad_request',
  malformed_json: 'bad_request',
  malformed_parameter: 'bad_request',
  repeated_parameter: 'bad_request',
  request_out_of_date: 'bad_request',
  unauthorized: 'unauthorized',
  access_token_missing: 'unauthorized',
  access_tokens_differ: 'unauthorized',
  access_token_invalid: 'unauthorized',
  connection_blocked: 'unauthorized',
  suspended: 'unauthorized',
  account_connection_required: 'unauthorized',
  forbidden: 'forbidden',
  permission_missing: 'forbidden',
  access_level_not_allowed: 'forbidden',
  connection_not_bound: 'forbidden',
  role_not_allowed: 'forbidden',
  menu_shared: 'forbidden',
  password_needed: 'forbidden',
  second_factor_needed: 'forbidden',
  subscription_unpaid: 'forbidden',
  not_found: 'not_found',
  routing_error: 'routing_error',
  method_not_supported: 'routing_error',
  request_timeout: 'request_timeout',
  conflict: 'conflict',
  status_changed: 'conflict',
  still_in_use: 'conflict',
  payload_too_large: 'payload_too_large',
  unsupported_media_type: 'unsupported_media_type',
  unprocessable_entity: 'unprocessable_entity',
  quota_used_up: 'unprocessable_entity',
  changed_meanwhile: 'unprocessable_entity',
  changes_too_large: 'unprocessable_entity',
  part_copied: 'unprocessable_entity',
  event_not_kept: 'unprocessable_entity',
  secret_unreadable: 'unprocessable_entity',
  test_shops_taken: 'unprocessable_entity',
  invalid_fields: 'unprocessable_entity',
  unknown_fields: 'unprocessable_entity',
  idempotency_key_reused: 'unprocessable_entity',
  answer_not_kept: 'unprocessable_entity',
  too_many_requests: 'too_many_requests',
  internal_error: 'internal_error',
  service_unavailable: 'service_unavailable',
  outcome_unknown: 'outcome_unknown',
} as const;

export type ErrorCode = keyof typeof errorTypeOfCode;

export type ErrorType = (typeof errorTypeOfCode)[ErrorCode];

export const errorCodes = Object.keys(errorTypeOfCode) as ErrorCode[];

/** What to do next, for errors whose messages may not change (docs/api/authentication.md#invalid-tokens) or cannot say it. */
export const hints: { readonly [Code in ErrorCode]?: string } = {
  access_token_invalid:
    'Check that the whole token is sent. If it was good before, send the user through the authorisation flow again',
  connection_blocked:
    'Ask the operator of the hub why. To get a new token, send the user through the authorisation flow',
  suspended: 'Ask the owner to pay the subscription: the authorisation page shows how',
  account_connection_required: 'Ask the owner to authorise the application for the account, not for one location',
  permission_missing: 'Send the user through the authorisation flow with a scope that includes it',
  access_level_not_allowed: 'The reference lists the connections that may call each endpoint',
  connection_not_bound: 'Send the user through the authorisation flow with a scope for a location or an account',
};

/** The address of a heading of the guide, as the hub serves it. `origin`: such as `https://hub.example`, or empty. */
export const guideUrl = (origin: string, page: string, heading: string): string => `${origin}/docs/${page}#${heading}`;
