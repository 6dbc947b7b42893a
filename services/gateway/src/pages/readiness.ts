import type { Readiness } from '@order-hub/shared/http-app';
import { upstreamNames, type UpstreamName } from '../request/route.ts';

const timeoutMs = 1_000;
const cachedMs = 1_000;

const isReady = (address: string) =>
  fetch(`${address}/ready`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

/** The API and OAuth do not need the back office. */
const needed = upstreamNames.filter((name) => name !== 'back-office');

/** Whether the bus and every service that the API and OAuth need are ready. Asks at most once a second, whatever the number of requests. */
export function hubReadiness(addresses: Record<UpstreamName, string>, busIsReady: () => boolean): Readiness {
  let latest: Promise<Record<string, boolean>> | undefined;
  let latestMs = 0;

  async function ask(): Promise<Record<string, boolean>> {
    const answers = await Promise.all(needed.map(async (name) => [name, await isReady(addresses[name])] as const));
    return { ...Object.fromEntries(answers), messaging: busIsReady() };
  }

  return () => {
    const nowMs = performance.now();
    if (!latest || nowMs - latestMs > cachedMs) {
      latestMs = nowMs;
      latest = ask();
    }
    return latest;
  };
}
