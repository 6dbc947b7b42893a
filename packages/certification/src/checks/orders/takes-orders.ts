import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { aboutOrder, attemptsOf } from '../../session/acts.ts';
import type { Occasion } from '../../session/occasion.ts';
import type { Check, Run } from '../../session/run.ts';

function unseen(run: Run, occasion: Occasion): Finding {
  const entries = aboutOrder(run, occasion);
  if (attemptsOf(run, occasion).length > 0) return failed('The hub refused what the application tried.', entries);
  if (run.kind === 'till') return failed('The till did not confirm that it has received the order.', entries);
  if (run.kind === 'website') return notSeen('No order came. Was one placed in time?');
  return notSeen('The helper changed nothing about the order. Does it act on orders of customers?', entries);
}

export const takesOrders: Check = {
  id: 'takes-orders',
  title: 'Orders are taken',
  done: 'An order is placed: by the partner, or at the website. For a helper, its customer is known and it is accepted.',
  expected: 'A till sets a status, a website creates the order, a helper writes something that names the order.',
  guide: 'docs/api/orders.md#order-statuses',
  kinds: ['till', 'website', 'helper'],
  async act(run) {
    const occasion = await run.prepare();
    const act = await run.offer(occasion);
    return () => {
      if (!act) return unseen(run, occasion);
      return passed(`It acted with ${act.method} ${act.path}.`, aboutOrder(run, occasion));
    };
  },
};
