import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const everyMs = 100;

/** A position in the WAL (`0/3000028`) as a number. */
const bytesOf = (position: string) => {
  const [high = '', low = ''] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};

/** Notes again and again how many orders were acknowledged before which position of the WAL. */
export async function watchPosition(url: string, acknowledged: readonly string[]) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  const notes: { count: number; position: bigint }[] = [];
  let isStopping = false;
  const work = async () => {
    while (!isStopping) {
      const count = acknowledged.length;
      const { rows } = await client.query<{ position: string }>('select pg_current_wal_lsn()::text as position');
      notes.push({ count, position: bytesOf(rows[0]?.position ?? '0/0') });
      await sleep(everyMs);
    }
    await client.end();
  };
  const ended = work();
  return {
    async stop() {
      isStopping = true;
      await ended;
    },
    /** The orders whose transactions ended before this position. */
    ordersBefore: (position: string): string[] =>
      acknowledged.slice(0, notes.findLast((note) => note.position <= bytesOf(position))?.count ?? 0),
  };
}
