import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import type { Entry } from '../../journal/entry.ts';
import { aboutOrder, actsOf } from '../../session/acts.ts';
import type { Occasion } from '../../session/occasion.ts';
import type { Check, Run } from '../../session/run.ts';

function judge(run: Run, occasion: Occasion, { pushes, genuineMs }: { pushes: Entry[]; genuineMs: number }): Finding {
  const entries = aboutOrder(run, occasion);
  const act = actsOf(run, occasion).find(({ beganMs }) => beganMs < genuineMs);
  if (act) return failed(`It acted on a forged event with ${act.method} ${act.path}.`, entries);
  const taken = pushes.find(({ status = 0 }) => status > 0 && status < 400);
  if (taken) return failed(`It answered ${String(taken.status)} to ${String(taken.label)}.`, entries);
  const unanswered = pushes.find(({ status }) => status === 0);
  if (unanswered) return failed(`It did not answer ${String(unanswered.label)}: ${String(unanswered.fault)}.`, entries);
  return passed('It refused all forgeries.', entries);
}

export const forgedEvent: Check = {
  id: 'forged-event',
  title: 'A forged event is refused',
  done: "An order's event is pushed three times: signed with another secret, without a signature, and changed after it was signed. Then it is pushed as it is.",
  expected: 'The application answers the forgeries with an error, and acts only on the last.',
  guide: 'docs/api/events.md#signature',
  kinds: ['till', 'helper'],
  isAboutPushes: true,
  async act(run) {
    const occasion = await run.prepare();
    const event = occasion.events.at(-1);
    if (!event) return () => notSeen('The callback subscribes to no events of orders.');
    const pushes: Entry[] = [];
    for (const forgery of run.forged(event)) pushes.push(await run.push(forgery));
    await run.journal.quiet(run.times.quietMs);
    const genuineMs = Date.now();
    await run.offer(occasion);
    return () => judge(run, occasion, { pushes, genuineMs });
  },
};
