import { expect, test } from '@jest/globals';
import type { LoggedRequest } from '@order-hub/shared/management/requests';
import { curlLine } from './curl-line.ts';

const request: LoggedRequest = {
  ...{ id: 'r1', connection_id: 'c1', started_at: '2026-07-01T10:00:07Z', method: 'GET', path: '/v1/location' },
  ...{ query: null, status: 200, code: null, fields: [], duration_ms: 3, bytes_in: 1, bytes_out: 1 },
  ...{ has_idempotency_key: false, user_agent: null, unlisted: 0 },
};
const line = (overrides: Partial<LoggedRequest>) => curlLine('https://hub.example', { ...request, ...overrides });

test('a GET', () => {
  expect(line({ query: 'status=new&email=…' })).toBe(
    `curl 'https://hub.example/v1/location?status=new&email=…' \\\n  -H "X-Access-Token: $TOKEN"`,
  );
});

test('a POST with an idempotency key names a file for its body', () => {
  expect(line({ method: 'POST', path: '/v1/location/orders', has_idempotency_key: true })).toBe(
    [
      `curl -X POST 'https://hub.example/v1/location/orders'`,
      `-H "X-Access-Token: $TOKEN"`,
      `-H "Idempotency-Key: $KEY"`,
      `-H 'Content-Type: application/json'`,
      '--data @body.json',
    ].join(' \\\n  '),
  );
});

test.each([
  ['DELETE', 'curl -X DELETE '],
  ['HEAD', 'curl --head '],
])('a %s has no body', (method, start) => {
  expect(line({ method })).toBe(`${start}'https://hub.example/v1/location' \\\n  -H "X-Access-Token: $TOKEN"`);
});
