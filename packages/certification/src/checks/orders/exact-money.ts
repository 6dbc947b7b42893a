import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { isDone, isOrderCreation, parsedObject, type Entry } from '../../journal/entry.ts';
import { centsApart, isMoneyField, itemsIn } from '../../session/ordered-items.ts';
import type { Check, Run } from '../../session/run.ts';

/** The fields with an amount that the hub has refused. */
function refusedAmounts({ status, answer }: Entry): string[] {
  const { errors } = parsedObject(answer);
  if (status !== 422 || !Array.isArray(errors)) return [];
  return (errors as { field: string }[]).map(({ field }) => field).filter(isMoneyField);
}

/** What is wrong with the amounts of an order; undefined if nothing is. */
function faultOf({ prices }: Run, entry: Entry): string | undefined {
  const [refused] = refusedAmounts(entry);
  if (refused !== undefined) return `The hub refused ${refused}: it is not an amount in the account's currency.`;
  const { payment_discrepancy, total } = parsedObject(entry.answer);
  if (typeof payment_discrepancy === 'string' && !/^-?0\.00 /.test(payment_discrepancy)) {
    return `The payments differ from the total of ${String(total)} by ${payment_discrepancy}.`;
  }
  const odd = itemsIn(entry).find(({ ref, price }) => centsApart(price, prices.all(ref)));
  return odd && `${odd.ref} was ordered at ${odd.price}, but costs ${String(prices.of(odd.ref))}: cents are lost.`;
}

export const exactMoney: Check = {
  id: 'exact-money',
  title: 'Amounts are exact',
  done: 'Each order of the run is looked at; the price of the last one is one that floating point numbers change.',
  expected: 'Every price is that of the catalog, to the cent; payments add up to the total; no amount is refused.',
  guide: 'docs/api/conventions.md#money',
  kinds: ['website'],
  act: async (run) => (): Finding => {
    const creations = run.journal.entries.filter(isOrderCreation);
    for (const entry of creations) {
      const fault = faultOf(run, entry);
      if (fault !== undefined) return failed(fault, [entry]);
    }
    const done = creations.filter((entry) => isDone(entry) && itemsIn(entry).length > 0);
    if (done.length === 0) return notSeen('No order with items was placed.');
    return passed(`The amounts of ${done.length} orders are exact.`, done.slice(-1));
  },
};
