import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Hub, startHub } from './gateway.ts';
import { connect } from './stand-ins.ts';

let hub: Hub;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.close());

test('while auth is unavailable, recently used connections are served, others get 503 with Retry-After', async () => {
  connect(hub.auth, 'known');
  expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(200);
  await hub.auth.close();
  expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(200);
  hub.passSeconds(60);
  expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(200);
  const stranger = await hub.call('GET /v1/callback', { token: 'new' });
  expect(stranger).toMatchObject({ status: 503, body: { error_type: 'service_unavailable' } });
  expect(stranger.headers.get('retry-after')).toBe('2');
  expect(stranger.headers.get('access-control-allow-origin')).toBe('*');
  hub.passSeconds(10 * 60);
  expect((await hub.call('GET /v1/callback', { token: 'known' })).status).toBe(503);
  const ready = await hub.call('GET /ready');
  expect(ready).toMatchObject({ status: 200, body: { ready: true, degraded: ['auth'] } });
  expect(await hub.call('GET /health')).toMatchObject({ status: 200, body: { status: 'alive' } });
});
