import type { Database } from '@order-hub/shared/database';
import type { PublicContext } from '@order-hub/shared/endpoint';
import { authenticateClient } from '../clients/secrets/authenticate-client.ts';
import { clientCredentials } from './client-credentials.ts';
import { invalidClient } from './oauth-error.ts';

type InBody = Parameters<typeof clientCredentials>[1];

/** The client that sends a request, by its secret. Throws invalid_client. */
export async function identifyClient(db: Database, { headers }: PublicContext, body: InBody) {
  const credentials = clientCredentials(headers.authorization, body);
  const client = await authenticateClient(db, credentials);
  if (!client) throw invalidClient();
  return client;
}
