import { describe, expect, test } from '@jest/globals';
import { badRequest, errorBody, invalid, payloadTooLarge, serviceUnavailable } from '@order-hub/shared/errors';
import { newClientSecret } from '../clients/secrets/client-secret.ts';
import { clientCredentials } from './client-credentials.ts';
import { asOAuthError, invalidGrant } from './oauth-error.ts';

describe('client credentials', () => {
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
});

describe('oauth error', () => {
  test.each([
    ['a fault of a field is 400', invalid('code', 'invalid', 'is "odd" \\ é'), 400, 'invalid_request'],
    ['a request that cannot be read stays 400', badRequest('no JSON'), 400, 'invalid_request'],
    ['one that is too large stays 413', payloadTooLarge(1), 413, 'invalid_request'],
    ['an error of the protocol stays', invalidGrant('used'), 400, 'invalid_grant'],
    ['an outage is none of the client', serviceUnavailable('away'), 503, undefined],
  ])('%s', (_name, given, status, error) => {
    const answered = asOAuthError(given);
    expect([answered.status, errorBody(answered)]).toEqual([
      status,
      expect.objectContaining({ message: given.message }),
    ]);
    expect((errorBody(answered) as { error?: string }).error).toBe(error);
    // The characters that RFC 6749, 5.2 allows.
    if (error) expect(answered.fields['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  });
});

describe('client secret', () => {
  test('a client secret is recognisable and never the same', () => {
    const secrets = Array.from({ length: 100 }, newClientSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^hub_secret_[0-9a-f]{48}$/);
  });
});
