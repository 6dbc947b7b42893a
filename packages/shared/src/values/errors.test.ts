import { describe, expect, test } from '@jest/globals';
import { errorBody, invalid, invalidFields } from './errors.ts';

const faults = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ field: `a.${index}`, message: 'bad' }));

describe('the faults of a body (docs/api/errors.md#reported-faults)', () => {
  test('are all listed up to 100', () => {
    expect(errorBody(invalidFields(faults(100)))).toEqual({
      message: 'The request is not valid: a.0 bad',
      errors: faults(100),
      error_type: 'unprocessable_entity',
    });
  });

  test('are counted from the 101st', () => {
    expect(errorBody(invalidFields(faults(137)))).toEqual({
      message: 'The request is not valid: a.0 bad; 137 faults were found',
      errors: faults(100),
      more_errors: 37,
      error_type: 'unprocessable_entity',
    });
  });

  test('do not repeat a long key of the client', () => {
    const { message, errors } = invalid(`deals.${'x'.repeat(100_000)}.name`, 'must be a text');
    expect(errors).toEqual([{ field: `deals.${'x'.repeat(74)}…`, message: 'must be a text' }]);
    expect(message.length).toBeLessThan(200);
  });
});
