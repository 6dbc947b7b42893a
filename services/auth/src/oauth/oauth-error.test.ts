import { expect, test } from '@jest/globals';
import { badRequest, errorBody, invalid, payloadTooLarge, serviceUnavailable } from '@order-hub/shared/errors';
import { asOAuthError, invalidGrant } from './oauth-error.ts';

test.each([
  ['a fault of a field is 400', invalid('code', 'is "odd" \\ é'), 400, 'invalid_request'],
  ['a request that cannot be read stays 400', badRequest('no JSON'), 400, 'invalid_request'],
  ['one that is too large stays 413', payloadTooLarge(1), 413, 'invalid_request'],
  ['an error of the protocol stays', invalidGrant('used'), 400, 'invalid_grant'],
  ['an outage is none of the client', serviceUnavailable('away'), 503, undefined],
])('%s', (_name, given, status, error) => {
  const answered = asOAuthError(given);
  expect([answered.status, errorBody(answered)]).toEqual([status, expect.objectContaining({ message: given.message })]);
  expect((errorBody(answered) as { error?: string }).error).toBe(error);
  // The characters that RFC 6749, 5.2 allows.
  if (error) expect(answered.fields['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
});
