import type { Database } from '@order-hub/shared/database';
import type { PublicContext } from '@order-hub/shared/endpoint';
import { authenticateClient } from '../clients/authenticate-client.ts';
import { clientCredentials } from './client-credentials.ts';
import { invalidClient } from './oauth-error.ts';

type InBody = Parameters<typeof clientCredentials>[1];

/** The id of the client that sends a request, by its secret. Throws invalid_client. */
export async function identifyClient(db: Database, { headers }: PublicContext, body: InBody): Promise<string> {
  const credentials = clientCredentials(headers.authorization, body);
  if (!(await authenticateClient(db, credentials))) throw invalidClient();
  return credentials.client_id;
}
