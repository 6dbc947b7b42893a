import { expect, test } from '@jest/globals';
import { clientCredentials } from './client-credentials.ts';

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const both = { client_id: 'id', client_secret: 'secret' };

test.each([
  ['plain', basic('id:secret'), {}, both],
  ['the scheme in other letters, more blanks', basic('id:secret').replace('Basic ', 'bASIC   '), {}, both],
  ['each part form-urlencoded', basic('a%2Db+c:%25%3A+%C3%A9'), {}, { client_id: 'a-b c', client_secret: '%: é' }],
  ['a colon in the secret', basic('id:a:b'), {}, { client_id: 'id', client_secret: 'a:b' }],
  ['an empty secret', basic('id:'), {}, { client_id: 'id', client_secret: '' }],
  ['in the body', undefined, both, both],
  ['the id in both', basic('id:secret'), { client_id: 'id' }, both],
])('credentials: %s', (_name, authorization, body, expected) => {
  expect(clientCredentials(authorization, body)).toEqual(expected);
});

test.each([
  ['none', undefined, {}, 'invalid_client'],
  ['no secret', undefined, { client_id: 'id' }, 'invalid_client'],
  ['no id', undefined, { client_secret: 'secret' }, 'invalid_client'],
  ['an empty header', '', both, 'invalid_client'],
  ['another scheme', 'Bearer abc', both, 'invalid_client'],
  ['no colon', basic('id'), {}, 'invalid_client'],
  ['malformed percent-encoding', basic('id:%zz'), {}, 'invalid_client'],
  ['too long', basic(`id:${'x'.repeat(5_000)}`), {}, 'invalid_client'],
  ['two headers, as Node joins them', `${basic('id:secret')}, ${basic('id:secret')}`, {}, 'invalid_client'],
  ['the secret in both', basic('id:secret'), { client_secret: 'secret' }, 'invalid_request'],
  ['two ids', basic('id:secret'), { client_id: 'other' }, 'invalid_request'],
])('refused: %s', (_name, authorization, body, error) => {
  expect(() => clientCredentials(authorization, body)).toThrow(
    expect.objectContaining({ fields: expect.objectContaining({ error }) }),
  );
});
