import type { Readiness } from '@order-hub/shared/http-app';
import { upstreamNames, type UpstreamName } from '../routing/route-table.ts';

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

/** Whether every service and the bus are ready. Asks at most once a second, however many requests come. */
export function hubReadiness(addresses: Record<UpstreamName, string>, busIsReady: () => boolean): Readiness {
  let asked: Promise<Record<string, boolean>> | undefined;
  let askedMs = 0;

  async function ask(): Promise<Record<string, boolean>> {
    const answers = await Promise.all(
      upstreamNames.map(async (name) => [name, await isReady(addresses[name])] as const),
    );
    return { ...Object.fromEntries(answers), messaging: busIsReady() };
  }

  return () => {
    const nowMs = performance.now();
    if (!asked || nowMs - askedMs > cachedMs) {
      askedMs = nowMs;
      asked = ask();
    }
    return asked;
  };
}
