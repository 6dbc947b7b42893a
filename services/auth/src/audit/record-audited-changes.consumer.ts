import { consumer } from '@order-hub/shared/consumer';
import { newId } from '@order-hub/shared/ids';
import { recordEntry } from './record-entry.ts';

/**
 * Adds an entry for each change that another service has made on behalf of a user. The message was committed with the change, so
 * each such change gets one.
 */
export const recordAuditedChanges = consumer('audit', async (messages, _deps: object, trx) => {
  for (const { body, request_id } of messages) {
    const { at, actor_id, actor_name, address, ...facts } = body;
    const by = { actor: 'user', actor_id, actor_name, address, at: new Date(at) } as const;
    await recordEntry(trx, { ...by, request_id: request_id ?? newId(by.at) }, facts);
  }
  return undefined;
});
