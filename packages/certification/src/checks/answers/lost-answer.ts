import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { isDone, isSameTarget, looksUp, type Entry } from '../../journal/entry.ts';
import { outcomeUnknown } from '../../proxy/refusal.ts';
import { aboutOrder, attemptsOf } from '../../session/acts.ts';
import type { Occasion } from '../../session/occasion.ts';
import type { Check, Run } from '../../session/run.ts';

/** The first call by which the application found out what had become of it, and the first with which it did it again. */
function reactionTo(lost: Entry, run: Run, occasion: Occasion) {
  const isLater = (entry: Entry) => entry !== lost && entry.beganMs >= (lost.endedMs ?? Infinity);
  return {
    look: run.journal.entries.find((entry) => isLater(entry) && looksUp(entry, lost, occasion.order_id)),
    repeated: attemptsOf(run, occasion).find((entry) => isLater(entry) && isSameTarget(entry, lost)),
  };
}

function judge(run: Run, occasion: Occasion, lost: Entry | undefined): Finding {
  if (!lost) return notSeen('The application did not try to act on the order.', aboutOrder(run, occasion));
  const { look, repeated } = reactionTo(lost, run, occasion);
  const about = aboutOrder(run, occasion, lost.beganMs);
  const seen = look && !about.includes(look) ? [...about, look] : about;
  if (!repeated && look) return passed(`It looked with GET ${look.path} what had become of it.`, seen);
  if (!repeated) return failed('It neither repeated the request nor looked what had become of it.', seen);
  if (lost.idempotencyKey !== undefined && repeated.idempotencyKey === lost.idempotencyKey) {
    return passed('It repeated the request with the same Idempotency-Key.', seen);
  }
  if (lost.method === 'POST' && isDone(repeated)) return failed('It did the same twice.', seen);
  if (look && look.beganMs <= repeated.beganMs) return passed('It looked first, then repeated the update.', seen);
  return failed('It repeated the request without the same Idempotency-Key, and without looking first.', seen);
}

export const lostAnswer: Check = {
  id: 'lost-answer',
  title: 'After a 504, nothing is done twice',
  done: 'The call by which the application acts on an order is carried out, but answered 504, once.',
  expected:
    'The call comes again with the same Idempotency-Key, or the application looks whether it was carried out before it repeats it.',
  guide: 'docs/api/errors.md#unknown-outcomes',
  kinds: ['till', 'website', 'helper'],
  async act(run) {
    const occasion = await run.prepare();
    let lost: Entry | undefined;
    const remove = run.rules.add({
      applies: ({ entry }) => lost === undefined && occasion.isAct(entry),
      async answer(call, forward) {
        lost = call.entry;
        const { status } = await forward(call);
        return { ...outcomeUnknown(), hubStatus: status };
      },
    });
    const react = () => {
      const { look, repeated } = lost ? reactionTo(lost, run, occasion) : {};
      return look ?? repeated;
    };
    await Promise.all([run.offer(occasion), run.journal.until(react, run.times.patienceMs)]).finally(remove);
    await run.journal.quiet(run.times.quietMs);
    return () => judge(run, occasion, lost);
  },
};
