type Ready = { ready: boolean; needs: Record<string, boolean> };

const timeoutMs = 5_000;

/** A process's own answer: whether it is ready, and what it needs. Undefined when it cannot be reached. */
export async function askReady(address: string | undefined): Promise<Ready | undefined> {
  if (!address) return undefined;
  try {
    const response = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(timeoutMs) });
    const body = (await response.json()) as Partial<Ready>;
    return { ready: response.ok, needs: body.needs ?? {} };
  } catch {
    return undefined;
  }
}
