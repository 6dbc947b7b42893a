import type { Database } from '@order-hub/shared/database';
import { badRequest } from '@order-hub/shared/errors';
import type { ClientWithOwner } from '../../clients/client.ts';
import { findClient } from '../../clients/find-client.ts';
import { onlyValue, type Parameters } from '../../authorization-requests/parameters.ts';

/** The client must be known. Throws 400, shown to the user. */
export async function checkClient(db: Database, parameters: Parameters): Promise<ClientWithOwner> {
  const client = await findClient(db, onlyValue(parameters, 'client_id') ?? '');
  if (!client) throw badRequest('The application that sent you here is unknown: its client_id is missing or wrong');
  return client;
}
