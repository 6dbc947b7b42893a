import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { isDone, isSameTarget, looksUp, type Entry } from '../../journal/entry.ts';
import { outcomeUnknown } from '../../proxy/refusal.ts';
import { aboutOrder, attemptsOf } from '../../session/acts.ts';
import type { Occasion } from '../../session/occasion.ts';
import type { Check, Run } from '../../session/run.ts';

type Reaction = {
  /** The first call by which the application may have found out what had become of the lost one. */
  look: Entry | undefined;
  /** The first call with which it did it again. */
  repeated: Entry | undefined;
};

function reactionTo(lost: Entry, run: Run, occasion: Occasion): Reaction {
  const isLater = (entry: Entry) => entry !== lost && entry.beganMs >= (lost.endedMs ?? Infinity);
  return {
    look: run.journal.entries.find((entry) => isLater(entry) && looksUp(entry, lost, occasion.order_id)),
    repeated: attemptsOf(run, occasion).find((entry) => isLater(entry) && isSameTarget(entry, lost)),
  };
}

function judgeRepetition(lost: Entry, repeated: Entry, look: Entry | undefined): ['passed' | 'failed', string] {
  const { idempotencyKey } = lost;
  if (idempotencyKey !== undefined && repeated.idempotencyKey === idempotencyKey) {
    return ['passed', 'It repeated the request with the same Idempotency-Key.'];
  }
  if (lost.method === 'POST' && isDone(repeated)) return ['failed', 'It did the same twice.'];
  if (look && look.beganMs <= repeated.beganMs) return ['passed', 'It looked first, then repeated the update.'];
  return ['failed', 'It repeated the request without the same Idempotency-Key, and without looking first.'];
}

function judgeReaction(lost: Entry, { look, repeated }: Reaction): ['passed' | 'failed', string] {
  if (repeated) return judgeRepetition(lost, repeated, look);
  if (look) return ['passed', `It looked with GET ${look.path} what had become of it.`];
  return ['failed', 'It neither repeated the request nor looked what had become of it.'];
}

function judge(run: Run, occasion: Occasion, lost: Entry | undefined): Finding {
  if (!lost) return notSeen('The application did not try to act on the order.', aboutOrder(run, occasion));
  const reaction = reactionTo(lost, run, occasion);
  const [verdict, seen] = judgeReaction(lost, reaction);
  const entries = new Set([...aboutOrder(run, occasion, lost.beganMs), ...(reaction.look ? [reaction.look] : [])]);
  return (verdict === 'passed' ? passed : failed)(seen, [...entries]);
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
