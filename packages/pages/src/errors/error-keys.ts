/** Which message tells an error. Errors that a visitor cannot tell apart share one. */
import type { ErrorCode } from '@order-hub/shared/error-codes';
import type { ApiError } from '@order-hub/shared/errors';
import { quotaNames } from '@order-hub/shared/quota';
import type { ErrorKey } from './texts.ts';

/** By code. */
const keyOfCode: Readonly<Record<ErrorCode, ErrorKey>> = {
  bad_request: 'not_valid',
  malformed_json: 'not_valid',
  malformed_parameter: 'not_valid',
  repeated_parameter: 'not_valid',
  request_out_of_date: 'request_out_of_date',
  unauthorized: 'not_allowed',
  access_token_missing: 'not_allowed',
  access_tokens_differ: 'not_allowed',
  access_token_invalid: 'not_allowed',
  connection_blocked: 'not_allowed',
  suspended: 'not_allowed',
  account_connection_required: 'not_allowed',
  forbidden: 'not_allowed',
  permission_missing: 'not_allowed',
  access_level_not_allowed: 'not_allowed',
  connection_not_bound: 'not_allowed',
  role_not_allowed: 'role_not_allowed',
  menu_shared: 'menu_shared',
  password_needed: 'password_needed',
  second_factor_needed: 'second_factor_needed',
  subscription_unpaid: 'subscription_unpaid',
  not_found: 'not_found',
  routing_error: 'not_found',
  method_not_supported: 'not_found',
  request_timeout: 'request_timeout',
  conflict: 'conflict',
  status_changed: 'status_changed',
  still_in_use: 'not_possible',
  payload_too_large: 'too_large',
  unsupported_media_type: 'not_valid',
  unprocessable_entity: 'not_possible',
  quota_used_up: 'not_possible',
  changed_meanwhile: 'changed_meanwhile',
  changes_too_large: 'changes_too_large',
  part_copied: 'part_copied',
  event_not_kept: 'event_not_kept',
  secret_unreadable: 'secret_unreadable',
  test_shops_taken: 'test_shops_taken',
  invalid_fields: 'not_valid',
  unknown_fields: 'not_valid',
  idempotency_key_reused: 'not_valid',
  answer_not_kept: 'answer_not_kept',
  too_many_requests: 'too_many_requests',
  internal_error: 'internal_error',
  service_unavailable: 'service_unavailable',
  outcome_unknown: 'outcome_unknown',
};

/** Limits that say more than that it was too often. */
const keyOfLimit: Readonly<Record<string, ErrorKey>> = {
  attempts: 'limit_attempts',
  'held-log-ins': 'limit_held_log_ins',
  exports: 'limit_exports',
  'test-events': 'limit_test_events',
};

/** The quota that is used up; undefined for one that this release does not know. */
export const quotaOf = ({ params }: Pick<ApiError, 'params'>) => quotaNames.find((name) => name === params.quota);

/** The message of an error; undefined for a code that has none. */
export const keyOf = ({ code, params }: Pick<ApiError, 'code' | 'params'>): ErrorKey | undefined =>
  keyOfLimit[params.limit ?? ''] ?? (keyOfCode as Partial<typeof keyOfCode>)[code];
