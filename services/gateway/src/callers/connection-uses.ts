import type { Ask } from '@order-hub/shared/internal-call';
import { noteConnectionUses } from '@order-hub/shared/auth-calls';
import type { Log } from '@order-hub/shared/log';
import { startRepeating } from '@order-hub/shared/repeating';

const tellEveryMs = 30_000;
/** So many connections are remembered; the first use of any further one is forgotten. */
const connectionsMax = 10_000;
const toldMax = 1_000;

/** Remembers when connections were last used, and tells auth now and then. */
export type ConnectionUses = {
  note(connection_id: string, atMs: number): void;
  /** Tells what is still to be told, once. */
  close(): Promise<void>;
};

const messages = { failing: 'auth cannot be told which connections were used', well: 'auth is told again of uses' };

/** Tells auth every 30 seconds. What could not be told is told the next time, with what was used meanwhile. */
export function startTellingUses(ask: Ask, log: Log, everyMs = tellEveryMs): ConnectionUses {
  const lastMs = new Map<string, number>();

  function note(connection_id: string, atMs: number): void {
    if (lastMs.size < connectionsMax || lastMs.has(connection_id)) lastMs.set(connection_id, atMs);
  }

  async function tellSome(): Promise<void> {
    const some = [...lastMs].slice(0, toldMax);
    for (const [connection_id] of some) lastMs.delete(connection_id);
    const uses = some.map(([connection_id, ms]) => ({ connection_id, used_at: new Date(ms).toISOString() }));
    try {
      const told = await ask(noteConnectionUses, { params: {}, body: { uses } });
      if (!told) throw new Error('auth does not know this call yet');
    } catch (error) {
      for (const [connection_id, ms] of some) if (!lastMs.has(connection_id)) note(connection_id, ms);
      throw error;
    }
  }

  async function tell(): Promise<void> {
    for (let left = lastMs.size; left > 0; left -= toldMax) await tellSome();
  }

  const rounds = startRepeating({ work: tell, everyMs, log, messages });
  return {
    note,
    async close() {
      await rounds.close();
      await tell().catch(() => undefined);
    },
  };
}
