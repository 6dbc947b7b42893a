/** The catalog service alone: uploads and retrievals of a usual and of a large catalog. */
import { keySettings } from '@order-hub/testing/keys';
import pg from 'pg';
import { send, watched } from './catalog-client.ts';
import { catalogBody } from './catalog-samples.ts';
import { serviceEntry, withChildren, type Child } from '../../harness/child.ts';
import { createDatabase } from '../../harness/create-database.ts';
import type { BenchHub } from '../../harness/hub-setup.ts';
import { median } from '../../harness/latency.ts';
import type { Row } from '../../harness/report.ts';
import { locationId } from '../../harness/samples.ts';
import { anyPort } from '../../harness/settings.ts';

const usual = { products: 1_500, skus: 2 };
const large = { products: 10_000, skus: 3 };
const readers = 10;
const bytesPerMib = 1_048_576;

type CatalogBench = { child: Child; db: pg.Client };

async function medianMs(count: number, work: () => Promise<{ ms: number }>): Promise<number> {
  const ms: number[] = [];
  for (let turn = 0; turn < count; turn += 1) ms.push((await work()).ms);
  return median(ms);
}

/** Creates an empty catalog. Returns its path. */
async function create({ child, db }: CatalogBench, name: string): Promise<string> {
  const body = Buffer.from(JSON.stringify({ name }));
  await send(child, { method: 'POST', path: `/locations/${locationId}/catalogs`, body });
  const { rows } = await db.query<{ id: string }>('select id from catalog.catalogs where name = $1', [name]);
  return `/catalogs/${rows[0]?.id ?? ''}`;
}

async function measureUsual(bench: CatalogBench): Promise<Row[]> {
  const part = `catalog of ${usual.products} products with ${usual.skus} skus`;
  const { child } = bench;
  const path = await create(bench, 'Usual');
  const body = catalogBody({ name: 'Usual', ...usual });
  const put = (bytes: Buffer) => send(child, { method: 'PUT', path, body: bytes });
  const first = await put(body);
  const again = await medianMs(5, () => put(body));
  const respelled = await medianMs(5, () => put(Buffer.concat([body, Buffer.from(' ')])));
  const changed = await put(Buffer.from(body.toString().replaceAll('"5.90 EUR"', '"5.95 EUR"')));
  const { etag } = await send(child, { path });
  const retrieval = await medianMs(100, () => send(child, { path }));
  const headers = { 'if-none-match': etag };
  const unchanged = await medianMs(200, () => send(child, { path, headers, expected: 304 }));
  return [
    { part, what: 'its body', unit: 'MiB', measured: body.length / bytesPerMib },
    { part, what: 'first upload', unit: 'ms', measured: first.ms, atMost: 1_500 },
    { part, what: 'the same bytes again', unit: 'ms', measured: again, atMost: 400 },
    { part, what: 'the same content in other bytes', unit: 'ms', measured: respelled, atMost: 400 },
    { part, what: 'with one price in twenty changed', unit: 'ms', measured: changed.ms, atMost: 1_500 },
    { part, what: 'retrieval, p50', unit: 'ms', measured: retrieval, atMost: 25 },
    { part, what: 'retrieval of an unchanged catalog (304), p50', unit: 'ms', measured: unchanged, atMost: 3 },
  ];
}

/** Adds images to a catalog, directly in the database. */
async function addImages(db: pg.Client, path: string, count: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `insert into catalog.images (account_id, catalog_id, id, client_id, type, size, md5, unattached_since, bytes)
     select account_id, id, 'image-' || n, 'bench', 'image/png', 1, 'md5', now(), 'x'
     from catalog.catalogs, generate_series(1, $2) as n where id = $1 returning images.id`,
    [path.slice('/catalogs/'.length), count],
  );
  return rows.map(({ id }) => id);
}

async function measureLarge(bench: CatalogBench): Promise<Row[]> {
  const part = `catalog of ${large.products} products with ${large.skus} skus and images`;
  const { child, db } = bench;
  const path = await create(bench, 'Large');
  const imageIds = await addImages(db, path, large.products);
  const body = catalogBody({ name: 'Large', ...large, imageIds });
  const idle = await watched(child, () => medianMs(50, () => send(child, { path })));
  const upload = await watched(child, () => send(child, { method: 'PUT', path, body }));
  const replaced = Buffer.from(body.toString().replaceAll('EUR"', 'EUR" '));
  const next = await watched(child, () => send(child, { method: 'PUT', path, body: replaced }));
  const reading = await watched(child, async () => {
    const answers = Array.from({ length: readers }, () => send(child, { path }));
    return (await Promise.all(answers)).map(({ bytes }) => bytes);
  });
  return [
    { part, what: 'its body', unit: 'MiB', measured: body.length / bytesPerMib },
    { part, what: 'as it is sent (gzip)', unit: 'MiB', measured: (reading.result[0] ?? 0) / bytesPerMib },
    { part, what: 'memory before', unit: 'MiB', measured: idle.peakMib },
    { part, what: 'first upload', unit: 'ms', measured: upload.result.ms },
    { part, what: 'most memory meanwhile', unit: 'MiB', measured: upload.peakMib },
    { part, what: 'longest other request meanwhile', unit: 'ms', measured: upload.stallMs, atMost: 50 },
    { part, what: 'the same content in other bytes', unit: 'ms', measured: next.result.ms },
    { part, what: 'most memory meanwhile', unit: 'MiB', measured: next.peakMib },
    { part, what: 'longest other request meanwhile', unit: 'ms', measured: next.stallMs, atMost: 50 },
    { part, what: `most memory while ${readers} read it`, unit: 'MiB', measured: reading.peakMib },
    { part, what: 'longest other request meanwhile', unit: 'ms', measured: reading.stallMs },
  ];
}

/** Starts its own service. Takes about half a minute. */
export const measureCatalogs = ({ hub }: BenchHub): Promise<Row[]> =>
  withChildren(async (start) => {
    const url = await createDatabase(hub.database_url, 'bench_catalogs');
    // Nothing listens there: its events are not received.
    const settings = { DATABASE_URL: url, ...keySettings('catalog'), EVENTS_URL: 'http://127.0.0.1:9' };
    const child = await start(serviceEntry('catalog'), { ...anyPort, ...settings });
    const db = new pg.Client({ connectionString: url });
    await db.connect();
    try {
      return [...(await measureUsual({ child, db })), ...(await measureLarge({ child, db }))];
    } finally {
      await db.end();
    }
  });
