/** The Docker engine of this machine, as testcontainers finds it, and its compose. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { getContainerRuntimeClient, type ContainerRuntimeClient } from 'testcontainers';

/** `compose`: the program and its first arguments. */
export type Engine = { client: ContainerRuntimeClient; compose: readonly [string, ...string[]] };

const runs = (program: string, args: readonly string[]) =>
  promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );

/** The engine, or why there is none. */
export async function findEngine(): Promise<Engine | { unavailable: string }> {
  const client = await getContainerRuntimeClient().catch((error: unknown) => (error as Error).message);
  if (typeof client === 'string') return { unavailable: `no Docker engine: ${client}` };
  for (const compose of [['docker', 'compose'], ['docker-compose']] as const) {
    if (await runs(compose[0], [...compose.slice(1), 'version'])) return { client, compose };
  }
  return { unavailable: 'neither `docker compose` nor `docker-compose` is installed' };
}
