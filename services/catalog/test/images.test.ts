/** Images of a catalog (docs/api/catalogs.md#images). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { createCatalogId } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let now = new Date();
let catalog: TestCatalog;
beforeAll(async () => {
  catalog = await startTestCatalog({ now: () => now });
});
afterAll(() => catalog.close());

/** Files that begin with the signature of their type, and continue with a page. */
const page = '<script>alert(1)</script>';
const bitmapHeader = Buffer.from([...Buffer.from('BM'), 0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]);
const starts: Record<string, Buffer> = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'image/webp': Buffer.from('RIFF\x10\x00\x00\x00WEBP', 'latin1'),
  'image/gif': Buffer.from('GIF89a'),
  'image/bmp': bitmapHeader,
};
const anImage = (type = 'image/png', rest = page) => Buffer.concat([starts[type] ?? Buffer.of(), Buffer.from(rest)]);

const aCatalog = (as: TestCaller) => createCatalogId(catalog, as);

type SentFile = { body?: Buffer; headers?: Record<string, string> };
async function ask(as: TestCaller, route: string, { body, headers = {} }: SentFile = {}) {
  const [method = '', path = ''] = route.split(' ');
  const token = await signCallerToken(testSigningKeys.gateway, { caller: as, to: 'catalog' }, new Date());
  const sent = { method, headers: { ...headers, [callerTokenHeader]: token }, ...(body && { body }) };
  return fetch(`${catalog.url()}${path}`, sent);
}
type Uploaded = [body?: Buffer, query?: string, type?: string];
const upload = async (
  as: TestCaller,
  catalog_id: string,
  ...[body = anImage(), query = '', type = 'image/png']: Uploaded
) => {
  const headers = { 'content-type': type };
  const response = await ask(as, `POST /catalogs/${catalog_id}/images${query}`, { body, headers });
  return { status: response.status, body: (await response.json()) as any };
};
const get = async (as: TestCaller, path: string) => {
  const response = await ask(as, `GET ${path}`);
  return { status: response.status, body: (await response.json()) as any };
};

describe('an upload', () => {
  test.each(Object.keys(starts))('of %s gets the type of its bytes, and is returned unchanged', async (type) => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    const bytes = anImage(type);
    const { status, body } = await upload(as, catalog_id, bytes, '?private_ref=logo', 'image/gif; charset=x');
    const md5 = createHash('md5').update(bytes).digest('hex');
    const shown = { id: expect.any(String), type, size: bytes.length, md5, private_ref: 'logo' };
    expect([status, body]).toEqual([200, { ...shown, seconds_before_removal: 30 * 24 * 3_600 }]);
    expect((await get(as, `/catalogs/${catalog_id}/images/${body.id}`)).body).toEqual(body);
    expect((await get(as, `/catalogs/${catalog_id}/images`)).body).toEqual([body]);
    const data = await ask(as, `GET /catalogs/${catalog_id}/images/${body.id}/data`);
    expect(Buffer.from(await data.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(data.headers)).toMatchObject({
      'content-type': type,
      etag: `"${md5}"`,
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test.each([
    ['a page', Buffer.from(page)],
    ['a text that begins like a bitmap', Buffer.from('BMW is a brand of cars and motorcycles')],
    ['nothing', Buffer.of()],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a WAV', Buffer.from('RIFF\x10\x00\x00\x00WAVEfmt ', 'latin1')],
    ['half a signature', anImage('image/png', '').subarray(0, 5)],
  ])('of %s is refused: 422', async (_, body) => {
    const as = aCaller();
    const answer = await upload(as, await aCatalog(as), body);
    expect([answer.status, answer.body.errors]).toEqual([422, [expect.objectContaining({ field: '' })]]);
  });

  test.each(['text/html', 'image/svg+xml', 'application/json', ''])('with the content type %s: 415', async (type) => {
    const as = aCaller();
    expect((await upload(as, await aCatalog(as), anImage(), '', type)).status).toBe(415);
  });

  test('of 1 MiB is accepted, and of one byte more is refused: 422', async () => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    const full = 1_048_576 - anImage('image/png', '').length;
    expect((await upload(as, catalog_id, anImage('image/png', 'x'.repeat(full)))).status).toBe(200);
    const refused = await upload(as, catalog_id, anImage('image/png', 'x'.repeat(full + 1)));
    expect([refused.status, refused.body.error_type]).toEqual([422, 'unprocessable_entity']);
  });

  test.each([
    ['over 255 characters', `?private_ref=${'x'.repeat(256)}`, 400],
    ['empty', '?private_ref=', 400],
    ['given twice', '?private_ref=a&private_ref=b', 400],
  ])('a private ref %s is refused', async (_, query, status) => {
    const as = aCaller();
    expect((await upload(as, await aCatalog(as), anImage(), query)).status).toBe(status);
  });
});

describe('a private ref', () => {
  test('is unique in the catalog for each client, also among concurrent uploads', async () => {
    const as = aCaller();
    const [catalog_id, other] = [await aCatalog(as), await aCatalog(as)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => upload(as, catalog_id, anImage(), '?private_ref=a')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body.errors[0].field).toBe('private_ref');
    expect((await upload(as, other, anImage(), '?private_ref=a')).status).toBe(200);
    const website = { ...as, client_id: newId() };
    expect((await upload(website, catalog_id, anImage(), '?private_ref=a')).status).toBe(200);
  });

  test('is shown only to the client that set it', async () => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    const { body } = await upload(as, catalog_id, anImage(), '?private_ref=a');
    const website = { ...as, client_id: newId() };
    expect((await get(website, `/catalogs/${catalog_id}/images/${body.id}`)).body.private_ref).toBeNull();
    expect((await get(website, `/catalogs/${catalog_id}/images`)).body[0].private_ref).toBeNull();
  });
});

describe('the bytes', () => {
  test('are not sent to a client that has them, nor for HEAD; another tenant gets 404 for both', async () => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    const { body } = await upload(as, catalog_id);
    const path = `/catalogs/${catalog_id}/images/${body.id}/data`;
    const headers = { 'if-none-match': `"${body.md5}"` };
    const fresh = await ask(as, `GET ${path}`, { headers });
    expect([fresh.status, await fresh.text()]).toEqual([304, '']);
    expect((await ask(as, `HEAD ${path}`)).status).toBe(200);
    for (const stranger of [aCaller(), aCaller({ account: as.account }), { ...as, scope: 'location[catalog.read]' }]) {
      const missing = `/catalogs/${catalog_id}/images/${newId()}/data`;
      for (const method of ['GET', 'HEAD']) {
        const answers = [
          await ask(stranger, `${method} ${path}`, { headers }),
          await ask(stranger, `${method} ${missing}`),
        ];
        expect(answers.map(({ status }) => status)).toEqual([404, 404]);
        expect(answers[0]?.headers.get('etag')).toEqual(answers[1]?.headers.get('etag'));
      }
    }
  });
});

describe('permissions', () => {
  test.each([
    ['location[all_catalogs.write]', false, 200, 200],
    ['location[all_catalogs.read]', false, 403, 200],
    ['location[catalog.write]', true, 200, 200],
    ['location[catalog.read]', true, 403, 200],
    ['location[catalog.write]', false, 404, 404],
    ['location[orders.write]', true, 403, 403],
  ])('%s, bound to the catalog %s: create %d, list %d', async (scope, isBound, creating, listing) => {
    const owner = aCaller();
    const catalog_id = await aCatalog(owner);
    const as = { ...owner, scope, catalog_id: isBound ? catalog_id : null };
    expect((await upload(as, catalog_id)).status).toBe(creating);
    expect((await get(as, `/catalogs/${catalog_id}/images`)).status).toBe(listing);
  });

  test("a location connection reads the images of the account's catalogs, but adds none: 401", async () => {
    const chain = aCaller({ location_id: null });
    const catalog_id = await aCatalog(chain);
    const shop = aCaller({ account: chain.account });
    expect((await upload(chain, catalog_id)).status).toBe(200);
    expect((await get(shop, `/catalogs/${catalog_id}/images`)).body).toHaveLength(1);
    const refused = await upload(shop, catalog_id);
    expect([refused.status, refused.body.error_type]).toEqual([401, 'unauthorized']);
    const reader = { ...shop, scope: 'location[catalog.read]', catalog_id };
    expect((await upload(reader, catalog_id)).status).toBe(403);
  });

  test('a location connection adds images to the catalog of the account that it is bound to', async () => {
    const chain = aCaller({ location_id: null });
    const catalog_id = await aCatalog(chain);
    const shop = aCaller({ account: chain.account, scope: 'location[catalog.write]', catalog_id });
    expect((await upload(shop, catalog_id)).status).toBe(200);
  });

  test('an unknown catalog and image: 404', async () => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    expect((await upload(as, newId())).status).toBe(404);
    expect((await get(as, `/catalogs/${catalog_id}/images/${newId()}`)).status).toBe(404);
    expect((await get(as, `/catalogs/${newId()}/images`)).status).toBe(404);
  });
});

test('the list has pages', async () => {
  const as = aCaller();
  const catalog_id = await aCatalog(as);
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await upload(as, catalog_id)).body.id);
  const first = await ask(as, `GET /catalogs/${catalog_id}/images?count=2`);
  const second = await get(
    as,
    `/catalogs/${catalog_id}/images?count=2&cursor=${first.headers.get('x-cursor-next') ?? ''}`,
  );
  const listed = [...((await first.json()) as { id: string }[]), ...second.body].map(({ id }) => id);
  expect(listed).toEqual(ids);
});

describe('unattached images', () => {
  test('have a quota for each account: 422 beyond it', async () => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    await catalog.db.query(
      `insert into images (account_id, catalog_id, id, client_id, type, size, md5, unattached_since, bytes)
       select $1, $2, 'filler' || n, 'c', 'image/png', 1048576, '', now(), '' from generate_series(1, 255) as n`,
      [as.account?.id, catalog_id],
    );
    expect((await upload(as, catalog_id)).status).toBe(200);
    const large = anImage('image/png', 'x'.repeat(1_048_560));
    const refused = await upload(as, catalog_id, large);
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'The quota is used up: bytes of images of an account that no catalog uses, at most 268,435,456',
    ]);
    const other = aCaller();
    expect((await upload(other, await aCatalog(other), large)).status).toBe(200);
    await catalog.db.query(`update images set unattached_since = null where catalog_id = $1 and id like 'filler%'`, [
      catalog_id,
    ]);
    expect((await upload(as, catalog_id, large)).status).toBe(200);
  });

  test('are removed after 30 days, and attached ones stay', async () => {
    const as = aCaller();
    const catalog_id = await aCatalog(as);
    const [old, attached] = [(await upload(as, catalog_id)).body.id, (await upload(as, catalog_id)).body.id];
    await catalog.db.query('update images set unattached_since = null where id = $1', [attached]);
    const day = 24 * 3_600_000;
    now = new Date(now.getTime() + 30 * day - 60_000);
    expect((await get(as, `/catalogs/${catalog_id}/images/${old}`)).body.seconds_before_removal).toBeLessThanOrEqual(
      60,
    );
    const young = (await upload(as, catalog_id)).body.id;
    now = new Date(now.getTime() + 120_000);
    // The background loop runs once when the service starts.
    await catalog.stop();
    await catalog.start();
    await eventually(async () => (await get(as, `/catalogs/${catalog_id}/images/${old}`)).status === 404);
    const { body } = await get(as, `/catalogs/${catalog_id}/images`);
    expect(body.map(({ id }: { id: string }) => id)).toEqual([attached, young]);
    expect(body[0].seconds_before_removal).toBeNull();
  });
});
