import type { Client } from '@order-hub/client';
import { eventually } from '@order-hub/testing/call';

/** A request of the connection in its request log. Returns its id. */
export async function aLoggedRequest(api: Client): Promise<string> {
  const [request] = await eventually(async () => {
    const requests = await api.listRequests({ count: 1 }).toArray();
    return requests.length > 0 && requests;
  });
  return request?.id ?? '';
}
