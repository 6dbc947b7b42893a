import { describe, expect, jest, test } from '@jest/globals';
import { openLargeReads } from './large-reads.ts';
import { findMisfit, type Migration, storedName } from './migration.ts';
import { takePage } from './page.ts';

describe('takePage', () => {
  const position = (row: number): string => `p${row}`;

  test.each([
    [[], [], null],
    [[1], [1], null],
    [[1, 2], [1, 2], null],
    [[1, 2, 3], [1, 2], 'p2'],
  ])('of 2 out of %j', (rows, items, next) => {
    expect(takePage(rows, 2, position)).toEqual({ items, next });
  });
});

describe('migrations', () => {
  const migration = (name: string, needs?: string): Migration => ({ name, up: '', down: '', ...(needs && { needs }) });

  const [one, two, three] = [migration('1'), migration('2'), migration('3')];

  /** Removes what releases without the second migration use. */
  const contract = migration('4', '2');

  const release = (migrations: Migration[], oldestMigration: string) => ({ migrations, oldestMigration });

  describe('a release runs on', () => {
    test.each([
      ['the schema of its own migrations', [one, two], release([one, two], '2')],
      ['a newer schema', [one, two, three], release([one, two], '2')],
      ['a newer schema that needs what the release knows', [one, two, three, contract], release([one, two], '2')],
      ['an older schema that it declares', [one], release([one, two], '1')],
      ['its own schema with such a migration', [one, two, three, contract], release([one, two, three, contract], '4')],
    ])('%s', (_which, applied, terms) => {
      expect(findMisfit(applied.map(storedName), terms)).toBeUndefined();
    });
  });

  describe('a release does not run on', () => {
    test.each([
      ['a newer schema that needs what it does not know', [one, two, three, contract], release([one], '1'), false],
      ['a schema without its oldest migration', [one], release([one, two, three], '2'), true],
      ['an empty schema', [], release([one], '1'), true],
    ])('%s', (_which, applied, terms, isTooOld) => {
      expect(findMisfit(applied.map(storedName), terms)).toEqual({ isTooOld, reason: expect.any(String) });
    });
  });
});

describe('large reads', () => {
  const limits = { PAGE_BYTES_MAX: 8_388_608, LARGE_READS_MAX: 2, LARGE_READS_WAITING_MAX: 32 };

  const small = 1_048_576;

  /** A request of an account, how it gives up, and how its response leaves. By default that is at once. */
  function aReader(id = 'a', untilAnswered = (done: () => void) => done()) {
    const controller = new AbortController();
    const reader = { caller: { account: { id } }, signal: controller.signal, untilAnswered };
    return { ...reader, giveUp: () => controller.abort(new Error('gone')) };
  }

  /** A page of so many bytes, and the sizes up to which it was read. A large read waits until `finish`. */
  function aPage(bytes: number) {
    const sizes: number[] = [];
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const read = async (bytesMax: number) => {
      sizes.push(bytesMax);
      if (bytesMax > small) await finished;
      return { isCut: bytes > bytesMax };
    };
    return { sizes, finish, read };
  }

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('reads a small page once, although all slots are taken', async () => {
    const reads = openLargeReads(limits);
    const large = [aPage(2 * small), aPage(2 * small)];
    const reading = large.map(({ read }, index) => reads.page(aReader(`a${index}`), read));
    const page = aPage(small);
    expect(await reads.page(aReader(), page.read)).toEqual({ isCut: false });
    expect(page.sizes).toEqual([small]);
    for (const { finish } of large) finish();
    await Promise.all(reading);
  });

  test('a page larger than a page may be is cut, and not read again', async () => {
    const page = aPage(100 * small);
    page.finish();
    expect(await openLargeReads(limits).page(aReader(), page.read)).toEqual({ isCut: true });
    expect(page.sizes).toEqual([small, limits.PAGE_BYTES_MAX]);
  });

  test('a smaller limit of pages needs no slot', async () => {
    const page = aPage(small);
    expect(await openLargeReads({ ...limits, PAGE_BYTES_MAX: 10_000 }).page(aReader(), page.read)).toEqual({
      isCut: true,
    });
    expect(page.sizes).toEqual([10_000]);
  });

  test('an account reads one large page at a time, and others one meanwhile', async () => {
    const reads = openLargeReads(limits);
    const [first, second, other] = [aPage(2 * small), aPage(2 * small), aPage(2 * small)];
    const reading = [reads.page(aReader(), first.read), reads.page(aReader(), second.read)];
    reading.push(reads.page(aReader('b'), other.read));
    await turn();
    expect([first, second, other].map(({ sizes }) => sizes.length)).toEqual([2, 1, 2]);
    for (const { finish } of [first, second, other]) finish();
    await Promise.all(reading);
  });

  test('a slot is kept until the response has left', async () => {
    const reads = openLargeReads(limits);
    let leave: () => void = () => undefined;
    const [first, second] = [aPage(2 * small), aPage(2 * small)];
    for (const { finish } of [first, second]) finish();
    await reads.page(
      aReader('a', (done) => (leave = done)),
      first.read,
    );
    const reading = reads.page(aReader(), second.read);
    await turn();
    expect(second.sizes).toHaveLength(1);
    leave();
    await reading;
    expect(second.sizes).toHaveLength(2);
  });

  test('a large document needs a slot', async () => {
    const reads = openLargeReads({ ...limits, LARGE_READS_MAX: 1 });
    const page = aPage(2 * small);
    const reading = reads.page(aReader(), page.read);
    const read = jest.fn((bytesMax: number) => Promise.resolve({ isCut: bytesMax < small }));
    const document = reads.document(aReader('b'), read);
    await turn();
    expect(read).toHaveBeenCalledTimes(1);
    page.finish();
    await reading;
    expect(await document).toEqual({ isCut: false });
  });

  describe('gives every slot back', () => {
    test('when clients give up while they wait', async () => {
      const reads = openLargeReads({ ...limits, LARGE_READS_MAX: 1 });
      const running = aPage(2 * small);
      const reading = reads.page(aReader('b'), running.read);
      for (let time = 0; time < 1_000; time += 1) {
        const reader = aReader();
        const refused = expect(reads.page(reader, aPage(2 * small).read)).rejects.toThrow('gone');
        await turn();
        reader.giveUp();
        await refused;
      }
      running.finish();
      await reading;
      const last = aPage(2 * small);
      last.finish();
      expect(await reads.page(aReader(), last.read)).toEqual({ isCut: false });
    });

    test('when reading fails', async () => {
      const reads = openLargeReads(limits);
      for (let time = 0; time < 1_000; time += 1) {
        const failing = (bytesMax: number) =>
          bytesMax > small ? Promise.reject(new Error('no database')) : Promise.resolve({ isCut: true });
        await expect(reads.page(aReader(), failing)).rejects.toThrow('no database');
      }
      const last = aPage(2 * small);
      last.finish();
      expect(await reads.page(aReader(), last.read)).toEqual({ isCut: false });
    });
  });
});
