import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { Visit } from '@order-hub/pages/visit';
import { goTo } from '@order-hub/pages/replies';
import { replayDroppedEvents } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { droppedEventsPath } from '../paths/operator-path.ts';
import { pathWith } from '../paths/path-with.ts';
import { backlogTrail } from '../paths/backlog-trail.ts';
import { amountOf } from './count-in-words.ts';
import { droppedQuery, filtersInWords } from './dropped-filters.tsx';

const trailFor = (visit: Visit) => [...backlogTrail(visit), { label: 'Dropped events', href: droppedEventsPath }];

/** Pushes dropped events again: those that match the query. */
export const replayEventsPage = page(`${droppedEventsPath}/replay`, {
  summary: 'Push events again that were given up, for operators',
  who: 'confirmed operator',
  query: droppedQuery,
  load: ({ query }) => query,
  show: (query, visit, form) => (
    <Layout title="Replay dropped events" visit={visit} trail={trailFor(visit)}>
      <section>
        <p>{filtersInWords(query)} will be pushed again.</p>
        <p>
          They are pushed as any event, signed anew, in the order in which they happened, and get all attempts anew.
          Those whose connection has no callback stay. Ask first whether the app works again.
        </p>
        <Form visit={visit} form={form} submit="Replay" cancel={pathWith(droppedEventsPath, query)} />
      </section>
    </Layout>
  ),
  form: z.object({}),
  async submit({ query }, visit, { askFor }: { askFor: AskFor }) {
    const answer = await askFor(replayDroppedEvents, visit, { params: {}, input: query });
    const { replayed, without_callback, next } = answer;
    const left = without_callback === 0 ? '' : ` ${amountOf(without_callback, 'event')} without a callback stayed.`;
    const rest = next === null ? '' : ' There are more: replay again.';
    return goTo(visit, pathWith(droppedEventsPath, { ...query, id: undefined }), {
      notice: `${amountOf(replayed, 'event')} will be pushed again.${left}${rest}`,
    });
  },
});
