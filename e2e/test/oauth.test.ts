/** The authorisation server, called by the servers of clients (docs/api/authentication.md#token-request and #revocation). */
import { beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { callWith } from '../src/call-api.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

overEveryBus('the authorisation server', (hub) => {
  const { origin } = new URL(hub.base_url);
  const open = callWith(origin, null);
  let till: Connected;
  let other: Connected;
  beforeAll(async () => {
    const { connect, location_ids } = await aTenant(hub);
    till = await connect('Till', { location_id: location_ids[0] });
    other = await connect('Kiosk', { location_id: location_ids[1] });
  });

  const send = (path: string, fields: Record<string, string>, as?: Connected) =>
    open(`POST /oauth2/v1/${path}`, {
      body: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(as && { authorization: `Basic ${btoa(`${as.client_id}:${as.client_secret}`)}` }),
      },
    });

  test('gives its addresses in its metadata', async () => {
    const { status, body } = await open('GET /.well-known/oauth-authorization-server/oauth2/v1');
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_endpoint: expect.stringMatching(/\/oauth2\/v1\/token$/) });
    expect(body.token_endpoint).toBe(`${body.issuer}/token`);
  });

  test('refuses unknown codes and clients, and hides the reason from web pages', async () => {
    const answers = [
      await send('token', { code: 'unknown' }, till),
      await send('token', { code: 'unknown' }),
      await send('token', { code: 'unknown' }, { ...till, client_secret: 'wrong' }),
      await send('revoke', { token: till.access_token }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [400, 'invalid_grant'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
      [401, 'invalid_client'],
    ]);
    for (const { headers } of answers) {
      expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([null, 'no-store']);
    }
    expect((await till.call('GET /location')).status).toBe(200);
  });

  test('a revoked token is refused as soon as the revocation is answered; another client cannot revoke it', async () => {
    expect((await send('revoke', { token: till.access_token }, other)).status).toBe(400);
    expect((await till.call('GET /location')).status).toBe(200);
    const { status, body, headers } = await send('revoke', { token: till.access_token }, till);
    expect([status, body]).toEqual([200, {}]);
    expect([...headers.keys()].filter((name) => name.startsWith('x-hub-'))).toEqual([]);
    const refused = await till.call('GET /location');
    expect([refused.status, refused.body.message]).toEqual([
      401,
      'The access token is invalid or the connection has been revoked',
    ]);
    expect((await send('revoke', { token: till.access_token }, till)).status).toBe(200);
  });

  test('the gateway learns over the bus of a revocation that bypassed it', async () => {
    expect((await other.call('GET /location')).status).toBe(200);
    const past = callWith(hub.service_urls.auth, null);
    const { client_id, client_secret, access_token } = other;
    const body = { client_id, client_secret, token: access_token };
    expect((await past('POST /oauth2/v1/revoke', { body })).status).toBe(200);
    await eventually(async () => (await other.call('GET /location')).status === 401);
  });
});
