import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { Visit } from '@order-hub/pages/visit';
import { goTo } from '@order-hub/pages/replies';
import { replayDroppedEvents } from '@order-hub/shared/management/backlog';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { droppedEventsPath } from '../paths/operator-path.ts';
import { pathWith } from '../queries/path-with.ts';
import { backlogTrail } from '../paths/backlog-trail.ts';
import { droppedQuery, whatIsReplayed } from './dropped-filters.tsx';
import { texts } from './texts.ts';

const trailFor = (visit: Visit) => [
  ...backlogTrail(visit),
  { label: texts(visit)('dropped_events'), href: droppedEventsPath },
];

/** Pushes dropped events again: those that match the query. */
export const replayEventsPage = page(`${droppedEventsPath}/replay`, {
  summary: 'Push events again that were given up, for operators',
  who: 'confirmed operator',
  query: droppedQuery,
  load: ({ query }) => query,
  show(query, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('replay_title')} visit={visit} trail={trailFor(visit)}>
        <section>
          <p>{whatIsReplayed(query, visit)}</p>
          <p>{t('about_replay')}</p>
          <Form visit={visit} form={form} submit={t('replay')} cancel={pathWith(droppedEventsPath, query)} />
        </section>
      </Layout>
    );
  },
  form: z.object({}),
  async submit({ query }, visit, { askFor }: { askFor: AskFor }) {
    const answer = await askFor(replayDroppedEvents, visit, { params: {}, input: query });
    const { replayed, without_callback, next } = answer;
    const t = texts(visit);
    const said = [
      t('replayed', { count: replayed }),
      ...(without_callback === 0 ? [] : [t('stayed', { count: without_callback })]),
      ...(next === null ? [] : [t('replay_more')]),
    ];
    return goTo(visit, pathWith(droppedEventsPath, { ...query, id: undefined }), {
      notice: said.join(' '),
    });
  },
});
