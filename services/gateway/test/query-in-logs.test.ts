/** Old clients send codes and secrets in the query: no log has them (docs/api/authentication.md#token-request). */
import { expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { startHub } from './gateway.ts';

test('no line has the query of a request, whatever becomes of it', async () => {
  const lines: string[] = [];
  const hub = await startHub({}, openLog('gateway', 'debug', { write: (line: string) => void lines.push(line) }));
  const query = '?code=hub_code_x&client_id=id&client_secret=hub_secret_x';
  const usualAnswer = hub.auth.answer!;
  await hub.call(`POST /oauth2/v1/token${query}`);
  expect(hub.auth.received.at(-1)!.url).toBe(`/oauth2/v1/token${query}`);
  await hub.call(`POST /oauth2/v1/token${query}#`);
  await hub.call(`TRACE /oauth2/v1/token${query}`).catch(() => undefined);
  await hub.call(`POST /oauth2//token${query}`);
  await hub.call(`POST /v1/token${query}`);
  hub.auth.answer = (req) => void req.socket.destroy();
  expect((await hub.call(`POST /oauth2/v1/token${query}`)).status).toBe(504);
  hub.auth.answer = usualAnswer;
  await hub.sendRaw(`POST /oauth2/v1/token${query} HTTP/9\r\n\r\n`);
  await hub.close();
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.filter((line) => /hub_code_x|hub_secret_x/.test(line))).toEqual([]);
});
