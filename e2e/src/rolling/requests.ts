import type { Call } from '../call-api.ts';
import type { Shop } from '../chaos/shop.ts';
import type { Connected } from '../tenant.ts';

/** All requests of a run. `failures`: those that were answered with something else than 200, or not at all. */
export type Requests = { sent: number; failures: string[] };

const withoutIds = (route: string) => route.replace(/\?.*/, '').replace(/\b[0-9a-z]{20}\b/g, ':id');

type Counting = { requests: Requests; say: (sentence: string) => void };

const counted =
  (call: Call, { requests, say }: Counting): Call =>
  async (route, options) => {
    const fail = (how: string) => {
      const failure = `${withoutIds(route)}: ${how}`;
      requests.failures.push(failure);
      say(`FAILED: ${failure}`);
    };
    requests.sent += 1;
    try {
      const answer = await call(route, options);
      if (answer.status !== 200) fail(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    } catch (error) {
      fail(String((error as Error).cause ?? error));
      throw error;
    }
  };

const countedClient = (client: Connected, counting: Counting): Connected => ({
  ...client,
  call: counted(client.call, counting),
});

/** The shop, whose requests are counted from now on. Says which fail. */
export const countRequests = (shop: Shop, counting: Counting): Shop => ({
  ...shop,
  website: countedClient(shop.website, counting),
  till: countedClient(shop.till, counting),
});
