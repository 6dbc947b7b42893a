/** Balances are exact (docs/api/customers.md#loyalty-operations, docs/api/conventions.md#decimals). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import fc from 'fast-check';
import { aMember, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const places = 10;

/** A decimal as a count of its smallest unit, without a decimal library. */
function exact(decimal: string): bigint {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(places, '0')}`);
}

const sum = (numbers: bigint[]) => numbers.reduce((total, next) => total + next, 0n);

/** All operations of a card, oldest first. */
async function operationsOf(member: Member, card_id: string) {
  const found: { delta: string; new_balance: string }[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body, headers } = await member.call(`GET /loyalty_cards/${card_id}/operations?cursor=${cursor}`);
    found.push(...body);
    cursor = headers.get('x-cursor-next');
  }
  return found.reverse();
}

/** Each balance is the previous one plus the delta, and the last one is the card's. */
async function expectUnbroken(member: Member, card_id: string) {
  const operations = await operationsOf(member, card_id);
  let balance = 0n;
  for (const { delta, new_balance } of operations) {
    balance += exact(delta);
    expect(exact(new_balance)).toBe(balance);
    expect(new_balance).toMatch(/^-?\d+\.\d+$/);
  }
  const { body: card } = await member.call(`GET /loyalty_cards/${card_id}`);
  expect(exact(card.balance)).toBe(balance);
  return operations;
}

const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max });
const delta = fc
  .tuple(fc.constantFrom('', '-'), digits(24), fc.option(digits(places), { nil: undefined }))
  .map(([sign, whole, part]) => `${sign}${whole}${part === undefined ? '' : `.${part}`}`);

test('any deltas in sequence add up exactly, without a gap', async () => {
  const member = await aMember(customers);
  let made = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(delta, { minLength: 1, maxLength: 12 }), async (deltas) => {
      const card = await member.card({ ref: `${(made += 1)}` });
      for (const each of deltas) expect((await member.operate(card.id, { delta: each })).status).toBe(200);
      const operations = await expectUnbroken(member, card.id);
      expect(operations.map((operation) => operation.delta)).toEqual(deltas);
      expect(exact(operations.at(-1)?.new_balance ?? '')).toBe(sum(deltas.map(exact)));
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

test('200 concurrent operations of +1.1 make exactly 220.0, and 200 changes in sequence', async () => {
  const member = await aMember(customers);
  const card = await member.card();
  /** Without a free database connection the answer is 503 and nothing is stored: repeats the request. */
  const operate = async (): Promise<void> => {
    const { status } = await member.operate(card.id, { delta: '1.1' });
    if (status === 503) return operate();
    expect(status).toBe(200);
  };
  await Promise.all(Array.from({ length: 200 }, operate));
  expect(await expectUnbroken(member, card.id)).toHaveLength(200);
  expect((await member.cards())[0].balance).toBe('220.0');
  const [created, ...updates] = await eventually(() => member.updates().length > 200 && member.updates(), 60_000);
  expect(updates).toHaveLength(200);
  const states = [created, ...updates].map((change) => change?.new_state);
  expect(updates.map(({ previous_state }) => previous_state)).toEqual(states.slice(0, -1));
});

test('concurrent operations on two cards, renamings and updates of the customer lose nothing', async () => {
  const member = await aMember(customers);
  const [first, second] = [await member.card({ ref: 'a' }), await member.card({ ref: 'b' })];
  const changes = Array.from({ length: 60 }, (_, n) => {
    if (n % 4 === 0) return member.call(`PATCH /loyalty_cards/${first.id}`, { name: `${n}` });
    if (n % 4 === 1) return member.call(`PATCH /customers/${member.customer_id}`, { city: `${n}` });
    return member.operate((n % 4 === 2 ? first : second).id, { delta: n % 4 === 2 ? '0.1' : '-0.3' });
  });
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]));
  await expectUnbroken(member, first.id);
  await expectUnbroken(member, second.id);
  expect(await member.cards()).toMatchObject([
    { ref: 'a', balance: '1.5' },
    { ref: 'b', balance: '-4.5' },
  ]);
});
