import { failed, notSeen, NoOccasionError, passed } from '../../findings/finding.ts';
import { isDone, isOrderCreation } from '../../journal/entry.ts';
import { actsOf } from '../../session/acts.ts';
import { delicatePrice, itemsIn } from '../../session/ordered-items.ts';
import type { Check, Run } from '../../session/run.ts';

/** A sku that was ordered at the price in the catalog. Throws NoOccasionError if there is none. */
function orderedSku({ journal, prices }: Run): { ref: string; price: string } {
  const ordered = journal.entries.filter((entry) => isOrderCreation(entry) && isDone(entry)).flatMap(itemsIn);
  const sku = ordered.find(({ ref, price }) => prices.of(ref) === price);
  if (sku) return sku;
  throw new NoOccasionError('No sku was ordered at its price in a catalog that the application has read in this run.');
}

export const priceChange: Check = {
  id: 'price-change',
  title: 'A new price is charged',
  done: 'In the catalog, as the application reads it, a sku that was ordered before gets a higher price. After the time that a menu may be kept, it is ordered again.',
  expected: 'The order has the new price.',
  guide: 'docs/api/catalogs.md#update',
  kinds: ['website'],
  async act(run) {
    const { ref, price } = orderedSku(run);
    const changed = delicatePrice(price);
    run.prices.change(ref, changed);
    await run.journal.pause(run.times.menuAgeMs);
    const occasion = await run.prepare();
    await run.offer(occasion);
    return () => {
      const acts = actsOf(run, occasion);
      const ordered = acts.flatMap(itemsIn).find((item) => item.ref === ref);
      if (!ordered) return notSeen(`${ref} was not ordered again.`, acts);
      if (ordered.price === price) return failed(`${ref} was ordered at ${price}, but costs ${changed} now.`, acts);
      if (ordered.price === changed) return passed(`${ref} was ordered at ${changed}.`, acts);
      return notSeen(`${ref} was ordered at ${ordered.price}, which is neither price.`, acts);
    };
  },
};
