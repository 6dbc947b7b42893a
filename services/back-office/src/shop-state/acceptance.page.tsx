import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { updateOrderAcceptance } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { z } from 'zod';
import { boardPath } from '../paths/board-path.ts';
import { texts } from './texts.ts';

const inputs = {
  busy: { mode: 'busy', minutes: 60, extra_preparation_time: 15 },
  normal: { mode: 'normal' },
} as const;

const acceptancePage = <Action extends keyof typeof inputs>(action: Action, summary: string) =>
  page(`/back-office/locations/:location_id/${action}` as const, {
    summary,
    who: 'user',
    roles: everyRole,
    load: ({ params }) => params.location_id,
    show(location_id, visit, form) {
      const t = texts(visit);
      return (
        <Layout
          title={t(`title_${action}`)}
          visit={visit}
          trail={[{ label: t('board'), href: boardPath(location_id) }]}
        >
          <section>
            <p>{t(`about_${action}`)}</p>
            <Form visit={visit} form={form} submit={t(`title_${action}`)} cancel={boardPath(location_id)} />
          </section>
        </Layout>
      );
    },
    form: z.object({}),
    async submit({ params: { location_id } }, visit, { askFor }: { askFor: AskFor }) {
      await askFor(updateOrderAcceptance, visit, { params: {}, input: inputs[action] });
      return goTo(visit, boardPath(location_id), { notice: texts(visit)(`done_${action}`) });
    },
  });

/** How orders are taken, one tap from the board (docs/api/back-office.md#the-shops-state). */
export const acceptancePages = [
  ...acceptancePage('busy', 'Promise orders 15 minutes later for an hour'),
  ...acceptancePage('normal', 'Take orders as usual'),
];
