import { failed, passed } from '../../findings/finding.ts';
import type { EventText } from '../../pushes/event-text.ts';
import type { Check } from '../../session/run.ts';

const id = '000000000000';

/** An event of a type that the hub does not have yet. Its id is lower than any real one. */
const laterKind = (): EventText => ({
  event_id: id,
  label: 'gift_card.expire, which no version has yet',
  body: JSON.stringify({
    ...{ id, resource_type: 'gift_card', event_type: 'expire', created_at: '2026-01-01T12:00:00Z' },
    ...{ gift_card_id: '0000000000000', location_id: '0000000000000' },
  }),
});

export const unknownEvent: Check = {
  id: 'unknown-event',
  title: 'An event of an unknown type is acknowledged',
  done: 'An event is pushed, rightly signed, of a resource type that no version of the API has yet.',
  expected: 'The application acknowledges it with a status from 200 to 299, and ignores it.',
  guide: 'docs/api/events.md#unknown-types-and-fields',
  kinds: ['till', 'website', 'helper'],
  isAboutPushes: true,
  async act(run) {
    const entry = await run.push(run.signed(laterKind()));
    return () => {
      const { status = 0, fault } = entry;
      if (status >= 200 && status < 300) return passed(`It answered ${status}.`, [entry]);
      return failed(status === 0 ? `It did not answer: ${String(fault)}.` : `It answered ${status}.`, [entry]);
    };
  },
};
