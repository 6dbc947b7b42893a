import { z } from 'zod';

const readySchema = z.object({ ready: z.boolean(), degraded: z.array(z.string()) });

const timeoutMs = 5_000;

/** A process's own answer: whether it is ready, and what it misses. Not ready when it cannot be reached. */
export async function askReady(address: string | undefined): Promise<z.output<typeof readySchema>> {
  try {
    const response = await fetch(`${address ?? ''}/ready`, { signal: AbortSignal.timeout(timeoutMs) });
    const { ready, degraded } = readySchema.parse(await response.json());
    return { ready, degraded };
  } catch {
    return { ready: false, degraded: [] };
  }
}
