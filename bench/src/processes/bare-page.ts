/** The baseline of a list: connections of bare pg that read pages of 100 orders, as fast as the server allows. */
import pg from 'pg';

export type PageJob = {
  url: string;
  account_id: string;
  location_id: string;
  ids: string[];
  connections: number;
  seconds: number;
};
export type PageResult = { perSecond: number };

const text = `
  select id, document, private_refs -> $4 as own_refs from orders.orders
  where account_id = $1 and location_id = $2 and id >= $3 order by id limit 101`;

async function keepReading(
  client: pg.Client,
  { account_id, location_id, ids }: PageJob,
  until: number,
): Promise<number> {
  let pages = 0;
  for (; performance.now() < until; pages += 1) {
    const id = ids[(pages * 7) % ids.length] ?? '';
    await client.query({ name: 'page', text, values: [account_id, location_id, id, 'bench-client'] });
  }
  return pages;
}

async function work(job: PageJob): Promise<PageResult> {
  const clients = Array.from({ length: job.connections }, () => new pg.Client({ connectionString: job.url }));
  await Promise.all(clients.map((client) => client.connect()));
  const begun = performance.now();
  const until = begun + job.seconds * 1000;
  const pages = await Promise.all(clients.map((client) => keepReading(client, job, until)));
  const seconds = (performance.now() - begun) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return { perSecond: pages.reduce((sum, count) => sum + count, 0) / seconds };
}

process.on('message', (job) => void work(job as PageJob).then((result) => process.send?.(result)));
process.on('disconnect', () => process.exit(0)).on('SIGTERM', () => process.exit(0));
process.send?.({ ready: 0 });
