import { describe, expect, test } from '@jest/globals';
import { openLog, reasonOf } from './log.ts';
import { personalFields } from '../values/texts/personal-fields.ts';

function logged(write: (log: ReturnType<typeof openLog>) => void): Record<string, any> {
  const lines: string[] = [];
  write(openLog('things', 'debug', { write: (line: string) => void lines.push(line) }));
  return JSON.parse(lines.join(''));
}

const fromPostgres = (code: string, message: string) =>
  Object.assign(new Error(message), {
    code,
    detail: 'Failing row contains (ada@example.com).',
    where: 'unnamed portal with parameters: ada@example.com',
    table: 'customers',
  });

function notJson(): unknown {
  try {
    return JSON.parse('ada@example.com');
  } catch (error) {
    return error;
  }
}

test('personal fields are not logged, at the first or second level', () => {
  const customer = Object.fromEntries(personalFields.map((field) => [field, 'secret']));
  expect(JSON.stringify(logged((log) => log.info({ ...customer, customer }, 'a customer')))).not.toContain('secret');
});

describe('an error', () => {
  test('is logged with its message, its code and its stack, and without the values of rows', () => {
    const error = fromPostgres('23502', 'null value in column "fields" violates not-null constraint');
    const { err } = logged((log) => log.error({ err: error }, 'unexpected error'));
    expect(err).toMatchObject({ error_code: '23502', table: 'customers', message: error.message });
    expect(err.stack).toMatch(/null value in column[^]+log\.test/);
    expect(JSON.stringify(err)).not.toContain('ada@example.com');
  });

  test.each([
    [
      fromPostgres('22P02', 'invalid input syntax for type numeric: "ada@example.com"'),
      'PostgreSQL refused a value (22P02)',
    ],
    [notJson(), 'what was read is not valid JSON'],
  ])('whose message quotes data is logged without it', (error, message) => {
    expect(reasonOf(error)).toBe(message);
    const { err } = logged((log) => log.error({ err: error }, 'unexpected error'));
    expect(err.message).toBe(message);
    expect(err.stack).toContain('log.test');
    expect(JSON.stringify(err)).not.toContain('ada@example.com');
  });

  test('about an invalid URL is logged without the URL, which may hold a password', () => {
    const invalid = () => new URL('postgres://hub:hunter2@[');
    let err: any;
    try {
      invalid();
    } catch (error) {
      ({ err } = logged((log) => log.error({ err: error }, 'unexpected error')));
    }
    expect(err).toMatchObject({ error_code: 'ERR_INVALID_URL', message: expect.stringContaining('Invalid URL') });
    expect(JSON.stringify(err)).not.toContain('hunter2');
  });

  test('of any other kind gives its message', () => {
    expect([reasonOf(new Error('the database is unavailable')), reasonOf('a text')]).toEqual([
      'the database is unavailable',
      'a text',
    ]);
  });
});
