import { beforeEach, describe, expect, test } from '@jest/globals';
import { type LookupCache, lookupCache } from './lookup-cache.ts';

type Value = { name: string; isFound: boolean };

const good: Value = { name: 'good', isFound: true };
const bad: Value = { name: 'bad', isFound: false };

let nowMs: number;
let asked: string[];
let answer: (key: string) => Promise<Value>;
let cache: LookupCache<Value>;

beforeEach(() => {
  nowMs = Date.parse('2026-03-02T10:20:00Z');
  asked = [];
  answer = async () => good;
  cache = lookupCache<Value>({
    ask(key) {
      asked.push(key);
      return answer(key);
    },
    isFound: ({ isFound }) => isFound,
    max: 100,
    now: () => new Date(nowMs),
  });
});

const passSeconds = (seconds: number) => (nowMs += seconds * 1000);
const lookUp = async (key: string) => cache.get(key) ?? cache.fetch(key);
const isDown = async () => Promise.reject(new Error('down'));

/** Delays the next answer until the returned function is called. */
function delayAnswer() {
  let resolve: (value: Value) => void = () => undefined;
  const delayed = new Promise<Value>((resolveDelayed) => (resolve = resolveDelayed));
  answer = () => delayed;
  return resolve;
}

describe('how long an answer is cached', () => {
  test.each([
    ['what was found', good, 30],
    ['what was not found', bad, 2],
  ])('%s: %j for %d seconds', async (_name, value, seconds) => {
    answer = async () => value;
    expect(await lookUp('key')).toBe(value);
    passSeconds(seconds - 0.1);
    expect(cache.get('key')).toBe(value);
    passSeconds(0.2);
    expect(cache.get('key')).toBeUndefined();
    await lookUp('key');
    expect(asked).toHaveLength(2);
  });

  test('a value that no longer exists is replaced by the answer that says so', async () => {
    await lookUp('key');
    passSeconds(31);
    answer = async () => bad;
    expect(await lookUp('key')).toBe(bad);
    expect(cache.get('key')).toBe(bad);
    passSeconds(3);
    answer = isDown;
    await expect(lookUp('key')).rejects.toThrow('down');
  });

  test('guessing keys evicts nothing that was found', async () => {
    await lookUp('key');
    answer = async () => bad;
    await Promise.all(Array.from({ length: 11_000 }, (_, index) => lookUp(`guess ${index}`)));
    passSeconds(29);
    expect(cache.get('key')).toBe(good);
  });
});

test('concurrent fetches of one key share a call', async () => {
  const resolve = delayAnswer();
  const all = Promise.all(Array.from({ length: 5 }, () => lookUp('key')));
  resolve(good);
  expect(await all).toEqual(Array.from({ length: 5 }, () => good));
  expect(asked).toEqual(['key']);
});

describe('a deleted key', () => {
  const deletions: [string, () => void][] = [
    ['by name', () => cache.delete('key')],
    ['by value', () => cache.deleteWhere(({ name }) => name === 'good')],
    ['with all others', () => cache.clear()],
  ];

  test.each(deletions)('%s: is looked up again', async (_name, deleteIt) => {
    await lookUp('key');
    deleteIt();
    expect(cache.get('key')).toBeUndefined();
    passSeconds(31);
    answer = isDown;
    await expect(lookUp('key')).rejects.toThrow('down');
  });

  test.each(deletions)('%s during its look-up: the answer is returned, but not cached', async (_name, deleteIt) => {
    const resolve = delayAnswer();
    const early = lookUp('key');
    deleteIt();
    const newer = { ...good };
    answer = async () => newer;
    expect(await lookUp('key')).toBe(newer);
    resolve(good);
    expect(await early).toBe(good);
    expect(cache.get('key')).toBe(newer);
  });

  test('by value while stale: is not served', async () => {
    await lookUp('key');
    passSeconds(31);
    cache.deleteWhere(() => true);
    answer = isDown;
    await expect(lookUp('key')).rejects.toThrow('down');
  });

  test('by value: the other keys stay', async () => {
    await lookUp('key');
    answer = async () => ({ name: 'other', isFound: true });
    await lookUp('other');
    cache.deleteWhere(({ name }) => name === 'other');
    expect([cache.get('key'), cache.get('other')]).toEqual([good, undefined]);
  });
});

describe('while asking fails', () => {
  test('a found value is served for five minutes more, and looked up at most once a second', async () => {
    await lookUp('key');
    answer = isDown;
    passSeconds(31);
    expect(await Promise.all([lookUp('key'), lookUp('key')])).toEqual([good, good]);
    expect(await lookUp('key')).toBe(good);
    passSeconds(0.9);
    expect(await lookUp('key')).toBe(good);
    expect(asked).toHaveLength(2);
    passSeconds(0.2);
    expect(await lookUp('key')).toBe(good);
    expect(asked).toHaveLength(3);
    passSeconds(297);
    expect(await lookUp('key')).toBe(good);
    passSeconds(2);
    await expect(lookUp('key')).rejects.toThrow('down');
  });

  test('a key that was never found throws, and the next fetch asks again', async () => {
    answer = isDown;
    await expect(lookUp('key')).rejects.toThrow('down');
    answer = async () => good;
    expect(await lookUp('key')).toBe(good);
  });

  test('the next answer is cached as usual', async () => {
    await lookUp('key');
    answer = isDown;
    passSeconds(31);
    await lookUp('key');
    const newer = { ...good };
    answer = async () => newer;
    passSeconds(2);
    expect(await lookUp('key')).toBe(newer);
    passSeconds(29);
    expect(cache.get('key')).toBe(newer);
  });
});
