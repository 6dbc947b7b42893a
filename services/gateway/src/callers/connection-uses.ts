import { recordConnectionUses } from '@order-hub/shared/auth-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { Log } from '@order-hub/shared/log';
import { startRepeating } from '@order-hub/shared/repeating';

const reportEveryMs = 30_000;
/** While so many connections are remembered, the first use of any other is not. */
const connectionsMax = 10_000;
const usesPerCallMax = 1_000;

/** Remembers when each connection was last used, and reports it to auth now and then. */
export type ConnectionUses = {
  note(connection_id: string, atMs: number): void;
  /** Reports what is left, once. */
  close(): Promise<void>;
};

const messages = {
  failing: 'connection uses cannot be reported to auth',
  well: 'connection uses are reported to auth again',
};

/** Reports to auth every 30 seconds. Uses that could not be reported are sent with those of the next round. */
export function startReportingUses(ask: Ask, log: Log, everyMs = reportEveryMs): ConnectionUses {
  const lastMs = new Map<string, number>();

  function note(connection_id: string, atMs: number): void {
    if (lastMs.size < connectionsMax || lastMs.has(connection_id)) lastMs.set(connection_id, atMs);
  }

  async function reportBatch(): Promise<void> {
    const batch = [...lastMs].slice(0, usesPerCallMax);
    for (const [connection_id] of batch) lastMs.delete(connection_id);
    const uses = batch.map(([connection_id, ms]) => ({ connection_id, used_at: new Date(ms).toISOString() }));
    try {
      const answer = await ask(recordConnectionUses, { params: {}, body: { uses } });
      if (!answer) throw new Error('auth does not know this call yet');
    } catch (error) {
      for (const [connection_id, ms] of batch) if (!lastMs.has(connection_id)) note(connection_id, ms);
      throw error;
    }
  }

  async function report(): Promise<void> {
    for (let left = lastMs.size; left > 0; left -= usesPerCallMax) await reportBatch();
  }

  const rounds = startRepeating({ work: report, everyMs, log, messages });
  return {
    note,
    async close() {
      await rounds.close();
      await report().catch(() => undefined);
    },
  };
}
