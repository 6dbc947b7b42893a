import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { isDone, type Entry } from '../../journal/entry.ts';
import { suspended } from '../../proxy/refusal.ts';
import { aboutOrder } from '../../session/acts.ts';
import type { Occasion } from '../../session/occasion.ts';
import type { Check, Run } from '../../session/run.ts';

/** More calls in a suspension are a loop without a pause. */
const refusedMax = 10;

const callsOf = ({ length }: readonly Entry[]) => `${length} ${length === 1 ? 'call' : 'calls'}`;

function judge(run: Run, occasion: Occasion, refused: readonly Entry[]): Finding {
  const act = run.journal.entries.find((entry) => occasion.isAct(entry) && isDone(entry));
  const entries = [
    ...refused.slice(0, refusedMax),
    ...aboutOrder(run, occasion).filter((one) => !refused.includes(one)),
  ];
  if (refused.length === 0) return notSeen('The application made no call while it was suspended.', entries);
  if (refused.length > refusedMax) {
    return failed(`It made ${callsOf(refused)} in ${run.times.suspendedMs / 1_000} seconds of suspension.`, entries);
  }
  if (!act) return failed('It did not go on after the suspension: the order is lost.', entries);
  return passed(`It made ${callsOf(refused)} while suspended, and went on afterwards.`, entries);
}

export const suspendedCheck: Check = {
  id: 'suspended',
  title: 'A suspended application waits, and goes on',
  done: 'While an order waits, each call is answered 401 with the code suspended for some seconds; afterwards calls pass again.',
  expected:
    'The application does not repeat its calls without a pause, does not acknowledge an event that it cannot process, and acts on the order afterwards; a website takes the next order.',
  guide: 'docs/api/authentication.md#invalid-tokens',
  kinds: ['till', 'website', 'helper'],
  async act(run) {
    const { journal, times } = run;
    const before = await run.prepare();
    // A website cannot keep an order for later: it places another one.
    const occasion = run.kind === 'website' ? await run.prepare() : before;
    const refused: Entry[] = [];
    const remove = run.rules.add({
      applies: () => true,
      answer: async ({ entry }) => {
        refused.push(entry);
        return suspended();
      },
    });
    const seen = async () => {
      try {
        await journal.until(() => refused[0], times.patienceMs);
        run.waitUntil(Date.now() + times.suspendedMs);
        await journal.pause(times.suspendedMs);
      } finally {
        remove();
      }
    };
    await Promise.all([seen(), before.begin()]);
    if (occasion !== before) await occasion.begin();
    await journal.until(() => journal.entries.find((one) => occasion.isAct(one) && isDone(one)), times.patienceMs);
    return () => judge(run, occasion, refused);
  },
};
