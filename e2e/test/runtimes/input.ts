/** What program.js needs and what it must see, in every runtime. */
import { createHmac } from 'node:crypto';
import { newId } from '@order-hub/shared/ids';
import { aTenant, type HubAddress } from '../../src/tenant.ts';

/** The program's input: a connection of its own, and a push. */
export async function programInput(hub: HubAddress) {
  const { connect, location_ids } = await aTenant(hub);
  const { access_token, client_secret: secret } = await connect('Website', { location_id: location_ids[0] });
  const raw = '{"name":"Café"}';
  const signature = createHmac('sha256', secret).update(raw).digest('hex');
  return { baseUrl: hub.base_url, token: access_token, idempotencyKey: newId(), push: { raw, signature, secret } };
}

export const expectedResult = {
  total: '19.60 EUR',
  isReplayed: true,
  isListed: true,
  fault: [422, 'invalid_fields', 'status', true],
  isSigned: true,
  isForged: false,
  sum: '9007199254740995.49 EUR',
};
