import { describe, expect, test } from '@jest/globals';
import { requestTextsMax } from '@order-hub/shared/request-log-calls';
import { readFileSync } from 'node:fs';
import { allows, type Ending, endingOf, newAllowance, sizesOfConnection, take } from './allowance.ts';
import { keptPath, keptQuery, productsOf } from './noted-request.ts';

describe('the allowance', () => {
  const startMs = 1_000_000;

  /** How many of so many requests at one time are listed. */
  function listed(allowance: ReturnType<typeof newAllowance>, ending: Ending, count: number, nowMs: number) {
    let granted = 0;
    for (let n = 0; n < count; n += 1) {
      if (!allows(allowance, sizesOfConnection, ending, nowMs)) continue;
      take(allowance, ending);
      granted += 1;
    }
    return granted;
  }

  const fresh = () => newAllowance(sizesOfConnection, startMs);

  test.each([
    [200, 'well'],
    [304, 'well'],
    [404, 'failed'],
    [503, 'failed'],
    [null, 'failed'],
    [429, 'refused'],
  ])('a request that is answered %s ends %s', (status, ending) => {
    expect(endingOf(status)).toBe(ending);
  });

  describe('of a flood', () => {
    test('600 at once are listed, then 10 a second, and 600 again after a minute', () => {
      const allowance = fresh();
      expect(listed(allowance, 'well', 5_000, startMs)).toBe(600);
      expect(listed(allowance, 'well', 5_000, startMs + 1_000)).toBe(10);
      expect(listed(allowance, 'well', 5_000, startMs + 61_000)).toBe(600);
    });

    test('of successes, failures are all listed, and neither do refusals crowd them out', () => {
      const allowance = fresh();
      listed(allowance, 'well', 5_000, startMs);
      expect(listed(allowance, 'refused', 5_000, startMs)).toBe(60);
      expect(listed(allowance, 'failed', 500, startMs)).toBe(500);
    });

    test('refusals are listed once a second', () => {
      const allowance = fresh();
      listed(allowance, 'refused', 5_000, startMs);
      expect(listed(allowance, 'refused', 5_000, startMs + 10_000)).toBe(10);
    });

    test('a clock that is set back gives nothing', () => {
      const allowance = fresh();
      listed(allowance, 'well', 5_000, startMs);
      expect(listed(allowance, 'well', 5_000, startMs - 60_000)).toBe(0);
    });
  });
});

describe('what is noted', () => {
  const id = '0mi3k9s2x4b7q1z8w5e6';

  type Operation = { parameters?: { in?: string; name?: string }[] };
  const { paths } = JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const ofApi = Object.keys(paths).filter((path) => !path.startsWith('/oauth2/'));

  describe('a path', () => {
    test.each(ofApi)('%s of the API is kept, with its ids', (path) => {
      const called = `/v1${path.replace(/\{\w+\}/g, id)}`;
      expect(keptPath(called)).toBe(called);
    });

    test.each([
      ['/v1/customer_lists/ada@example.com/customers/%2B33612345678', '/v1/customer_lists/…/customers/…'],
      ['/v1/location/orders/33612345678/', '/v1/location/orders/…/'],
      ['/v1/location/Ada', '/v1/location/…'],
      [`/v1/location/orders/1${id.slice(1)}`, '/v1/location/orders/…'],
    ])('%s is kept as %s', (path, kept) => {
      expect(keptPath(path)).toBe(kept);
    });

    test('of any length is short', () => {
      expect(keptPath(`/${id}`.repeat(500)).length).toBeLessThanOrEqual(requestTextsMax.path);
      expect(keptPath('/'.repeat(16_000)).length).toBeLessThanOrEqual(requestTextsMax.path);
    });
  });

  describe('a query', () => {
    const names = ofApi
      .flatMap((path) => Object.values(paths[path] ?? {}).flatMap(({ parameters = [] }) => parameters))
      .flatMap((parameter) => (parameter.in === 'query' && parameter.name !== undefined ? [parameter.name] : []));

    test.each([...new Set(names)])('has a rule for %s: its value may not be personal data', (name) => {
      for (const value of ['ada@example.com', 'Ada Lovelace', '%2B33612345678', '+33612345678', 'a'.repeat(200)])
        expect(keptQuery(`?${name}=${value}`)).toBe(`${name}=…`);
    });

    test.each([
      ['?', null],
      ['', null],
      ['?count=10&cursor=AAAAAAAABBBBBBBBCCCCCCCC', 'count=10&cursor=AAAAAAAA…'],
      ['?cursor=short&cursor=jane%40example.com', 'cursor=…&cursor=…'],
      ['?status=new&hide_data=true&state=refused', 'status=new&hide_data=true&state=refused'],
      ['?if_status=new,received', 'if_status=new,received'],
      [
        '?after=2026-07-01T18:30:00%2B01:00&before=2026-07-01T18:30Z',
        'after=2026-07-01T18:30:00%2B01:00&before=2026-07-01T18:30Z',
      ],
      ['?before=2026-07-01T18%3A30%3A00%2B01%3A00', 'before=2026-07-01T18%3A30%3A00%2B01%3A00'],
      [`?customer_id=${id}&through=${id}`, `customer_id=${id}&through=${id}`],
      ['?email=*ada*&phone=33612345678&private_ref=x&count=10', 'email=…&phone=…&private_ref=…&count=10'],
      ['?access_token=secret&ada', '…&…'],
      ['?count&count=0612345678', 'count=…&count=…'],
      ["?status='", 'status=…'],
    ])('%s is kept as %s', (query, kept) => {
      expect(keptQuery(query)).toBe(kept);
    });

    test('of any length is short', () => {
      for (const query of [`?${'&'.repeat(16_000)}`, `?${'cursor=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA&'.repeat(300)}`])
        expect(keptQuery(query)?.length).toBeLessThanOrEqual(requestTextsMax.query);
    });
  });

  describe('a user agent', () => {
    test.each([
      [undefined, null],
      ['till/2.1', 'till/2.1'],
      [
        'Mozilla/5.0 (X11; Linux x86_64; +ada@example.com) AppleWebKit/537.36 (KHTML) Chrome/1 Safari/2',
        'Mozilla/5.0 AppleWebKit/537.36 Chrome/1',
      ],
      ['ada@example.com', null],
      [`app/${'s'.repeat(40)} ${'t'.repeat(40)}/1 okhttp/4.9`, 'okhttp/4.9'],
      ['Ada Lovelace', null],
      ["'; rm -rf ~", null],
      ['('.repeat(10_000), null],
    ])('%s is kept as %s', (given, kept) => {
      expect(productsOf(given)).toBe(kept);
    });
  });
});
