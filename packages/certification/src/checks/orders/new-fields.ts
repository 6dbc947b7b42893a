import { failed, notSeen, passed } from '../../findings/finding.ts';
import { addLaterFields, laterEvent } from '../../proxy/alter-answers.ts';
import { aboutOrder } from '../../session/acts.ts';
import type { Check } from '../../session/run.ts';

export const newFields: Check = {
  id: 'new-fields',
  title: 'Unknown fields in answers and events are ignored',
  done: 'All answers and events of an order get a field that the guide does not know, as those of a later version may.',
  expected: 'The application acts on the order as ever.',
  guide: 'docs/api/conventions.md#versioning',
  kinds: ['till', 'website', 'helper'],
  async act(run) {
    const occasion = await run.prepare({ alterEvent: laterEvent });
    const beganMs = Date.now();
    const remove = run.rules.add(addLaterFields);
    const act = await run.offer(occasion).finally(remove);
    const calls = run.journal.entries.filter((entry) => entry.beganMs >= beganMs);
    return () => {
      if (act) return passed('It acted on the order.', aboutOrder(run, occasion));
      if (calls.length === 0) return notSeen('The application made no call.');
      return failed('It did not act on the order.', calls);
    };
  },
};
