import { failed, notSeen, passed } from '../../findings/finding.ts';
import { aboutOrder } from '../../session/acts.ts';
import type { Check } from '../../session/run.ts';

export const acknowledgesEvents: Check = {
  id: 'acknowledges-events',
  title: 'Events are acknowledged in time',
  done: 'The events of an order are pushed, rightly signed.',
  expected:
    'The application answers each within 20 seconds, with a status from 200 to 299: the hub keeps others as refused.',
  guide: 'docs/api/events.md#acknowledgement',
  kinds: ['till', 'helper'],
  isAboutPushes: true,
  async act(run) {
    const occasion = await run.prepare();
    await run.offer(occasion);
    return () => {
      const entries = aboutOrder(run, occasion);
      const pushes = entries.filter(({ direction }) => direction === 'push');
      const unanswered = pushes.find(({ status }) => status === 0);
      if (unanswered) return failed(`A push got no answer: ${String(unanswered.fault)}.`, entries);
      const refused = pushes.find(({ status = 0 }) => status < 200 || status > 299);
      if (refused) return failed(`A push was answered ${String(refused.status)}.`, entries);
      if (pushes.length === 0) return notSeen('The callback subscribes to no events of orders.');
      const longestMs = Math.max(...pushes.map(({ beganMs, endedMs = beganMs }) => endedMs - beganMs));
      return passed(`All ${pushes.length} were acknowledged, within ${longestMs} ms.`, pushes);
    };
  },
};
