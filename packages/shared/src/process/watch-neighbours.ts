import { internalAgents, sendInternalRequest, type InternalAgents } from './internal-request.ts';
import { reasonOf, type Log } from './log.ts';
import { addressSettingOf, type Addresses, type ServiceName } from './neighbours.ts';
import { pause } from './slots/waiting.ts';

/** The answer of `/health`: whose address it is. */
type Health = { service?: string };

const timeoutMs = 2_000;

/** The service that answers at an address; undefined for one of an earlier release. Throws while nothing answers. */
async function serviceAt(address: string, agents: InternalAgents): Promise<string | undefined> {
  const asking = { method: 'GET', url: `${address}/health`, headers: {}, mayRepeat: true };
  const { status, text } = await sendInternalRequest({ ...asking, agents, timeoutMs });
  if (status !== 200) throw new Error(`it answers ${status}`);
  return (JSON.parse(text) as Health).service;
}

type WatchOptions = { log: Log; signal: AbortSignal; tries?: number; pauseMs?: number };

type Neighbour = { name: ServiceName; address: string };

/** What is wrong with the service that answers; undefined if it is the right one, or of a release that does not say. */
const faultOf = (found: string | undefined, name: ServiceName) =>
  found === undefined || found === name ? undefined : `${found} answers`;

/** Why the address is wrong; undefined if it is right. */
async function findFault({ name, address }: Neighbour, agents: InternalAgents, options: WatchOptions) {
  const { signal, tries, pauseMs } = { tries: 12, pauseMs: 5_000, ...options };
  let reason = '';
  for (let left = tries; left > 0 && !signal.aborted; left -= 1) {
    try {
      return faultOf(await serviceAt(address, agents), name);
    } catch (error) {
      reason = reasonOf(error);
      await pause(pauseMs, signal);
    }
  }
  return signal.aborted ? undefined : reason;
}

async function watch(neighbour: Neighbour, agents: InternalAgents, options: WatchOptions): Promise<void> {
  const { name, address } = neighbour;
  const reason = await findFault(neighbour, agents, options);
  if (reason === undefined) return;
  options.log.warn({ setting: addressSettingOf(name), address, reason }, `${name} does not answer at its address`);
}

/**
 * Logs a warning for each address at which no service, or another one, answers in the first minute. A process does not wait
 * for its neighbours, which may start after it.
 */
export async function watchNeighbours(addresses: Addresses, options: WatchOptions): Promise<void> {
  const neighbours = Object.entries(addresses) as [ServiceName, string][];
  const agents = internalAgents(1);
  await Promise.all(neighbours.map(([name, address]) => watch({ name, address }, agents, options)));
  agents.destroy();
}
