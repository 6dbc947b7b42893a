import { describe, expect, test } from '@jest/globals';
import { errorBody, invalid, invalidFields, tooManyRequests, unauthorized } from './errors.ts';

const faults = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ field: `a.${index}`, message: 'bad' }));

describe('the faults of a body (docs/api/errors.md#reported-faults)', () => {
  test('are all listed up to 100', () => {
    expect(errorBody(invalidFields(faults(100)))).toEqual({
      message: 'The request is not valid: a.0 bad',
      errors: faults(100),
      error_type: 'unprocessable_entity',
      code: 'invalid_fields',
      documentation_url: '/docs/errors#invalid_fields',
    });
  });

  test('are counted from the 101st', () => {
    expect(errorBody(invalidFields(faults(137)))).toEqual({
      message: 'The request is not valid: a.0 bad; 137 faults were found',
      errors: faults(100),
      more_errors: 37,
      error_type: 'unprocessable_entity',
      code: 'invalid_fields',
      documentation_url: '/docs/errors#invalid_fields',
    });
  });

  test('do not repeat a long key of the client', () => {
    const { message, errors } = invalid(`deals.${'x'.repeat(100_000)}.name`, 'must be a text');
    expect(errors).toEqual([{ field: `deals.${'x'.repeat(74)}…`, message: 'must be a text' }]);
    expect(message.length).toBeLessThan(200);
  });
});

test('the body of an error links to its code in the guide of the hub, and says what to do next', () => {
  expect(errorBody(unauthorized('No', 'access_token_invalid'), 'https://hub.test')).toEqual({
    message: 'No',
    error_type: 'unauthorized',
    code: 'access_token_invalid',
    hint: expect.stringContaining('authorisation flow'),
    documentation_url: 'https://hub.test/docs/errors#access_token_invalid',
  });
});

test.each([
  ['as the metrics do', tooManyRequests('Wait', {}, 'request_bodies'), 'request-bodies'],
  ['as the RateLimit headers do', tooManyRequests('Wait', {}, 'high_load_queries', 'high-load'), 'high-load'],
])('a 429 names its limit %s', (_how, error, limit) => {
  expect(errorBody(error)).toMatchObject({ code: 'too_many_requests', limit });
});
