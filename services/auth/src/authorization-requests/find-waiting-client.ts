import type { Database } from '@order-hub/shared/database';
import { findClient } from '../clients/find-client.ts';
import { onlyValue, parametersOf } from './parameters.ts';

/** The name of the client whose authorisation request is at `path`, the page after log-in or sign-up; null for other pages. */
export async function findWaitingClient(db: Database, path: string): Promise<string | null> {
  if (!path.startsWith('/oauth2/v1/authorize?')) return null;
  const client = await findClient(db, onlyValue(parametersOf(path), 'client_id') ?? '');
  return client?.name ?? null;
}
