import type { Client } from '@order-hub/client';
import { eventually } from '@order-hub/testing/call';
import { startReceiver } from '../receiver.ts';

/** Gives the connection a callback, which refuses a test event. Returns the id of the attempt. */
export async function aRefusedAttempt(api: Client): Promise<string> {
  const receiver = await startReceiver('another secret');
  await api.saveCallback({ body: { url: receiver.url, events: { order: ['create'] } } });
  await api.sendTestEvents({ body: {} });
  const [attempt] = await eventually(async () => {
    const attempts = await api.listCallbackDeliveries().toArray();
    return attempts.length > 0 && attempts;
  });
  await receiver.close();
  return attempt?.id ?? '';
}
