import { drainingReason, type Readiness } from '@order-hub/shared/readiness';
import { upstreamNames, type UpstreamName } from '../request/route.ts';

/** Below the second that balancers and Kubernetes wait for an answer. */
const timeoutMs = 500;
const cachedMs = 1_000;

const isReady = (address: string) =>
  fetch(`${address}/ready`, { signal: AbortSignal.timeout(timeoutMs) }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );

type Hub = { addresses: Record<UpstreamName, string>; busIsReady(): boolean; draining: AbortSignal };

/**
 * The gateway can answer as long as it runs: without auth, too, it serves the connections that it knows, and says clearly to
 * others what is away. `degraded` names the services that are not ready; they are asked at most once a second.
 */
export function gatewayReadiness({ addresses, busIsReady, draining }: Hub): Readiness {
  let latest: Promise<string[]> | undefined;
  let latestMs = 0;

  async function findUnready(): Promise<string[]> {
    const answers = await Promise.all(upstreamNames.map((name) => isReady(addresses[name])));
    return upstreamNames.filter((_, at) => !answers[at]);
  }

  return async () => {
    const nowMs = performance.now();
    if (!latest || nowMs - latestMs > cachedMs) {
      latestMs = nowMs;
      latest = findUnready();
    }
    const degraded = [...(await latest), ...(busIsReady() ? [] : ['messaging'])];
    return { reason: draining.aborted ? drainingReason : null, degraded };
  };
}
