/**
 * The codes of faults: what is wrong with one field of a request, for programs. docs/api/errors.md#codes-of-faults explains each. A code is
 * never renamed. Whoever writes the message of a fault chooses its code beside it.
 */
export const faultCodes = [
  'missing',
  'empty',
  'unknown_field',
  'unknown_value',
  'wrong_type',
  'wrong_format',
  'not_money',
  'wrong_currency',
  'not_a_number',
  'inexact_number',
  'not_a_time',
  'not_a_url',
  'not_an_email',
  'not_an_image',
  'forbidden_characters',
  'too_short',
  'too_long',
  'too_many',
  'too_small',
  'too_large',
  'too_early',
  'too_late',
  'too_deep',
  'not_found',
  'taken',
  'repeated',
  'inconsistent',
  'not_allowed',
  'changed',
  'expired',
  'incorrect',
  'invalid',
] as const;

export type FaultCode = (typeof faultCodes)[number];
