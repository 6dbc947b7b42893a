import { Form, SelectField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { updateOrderAcceptance } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { z } from 'zod';
import { boardPath } from '../paths/board-path.ts';
import { texts } from './texts.ts';

/** How long a pause lasts. The board pauses for the first, with one tap. */
const pauseMinutes = ['20', '40', '60', '120', '240'] as const;

/** Takes no orders for a while (docs/api/back-office.md#the-shops-state). */
export const pausePage = page('/back-office/locations/:location_id/pause', {
  summary: 'Take no orders for a while',
  who: 'user',
  roles: everyRole,
  load: ({ params }) => params.location_id,
  show(location_id, visit, form) {
    const t = texts(visit);
    const board = boardPath(location_id);
    return (
      <Layout title={t('title_pause')} visit={visit} trail={[{ label: t('board'), href: board }]}>
        <section>
          <p>{t('about_pause')}</p>
          <Form visit={visit} form={form} submit={t('title_pause')} cancel={board}>
            <SelectField
              form={form}
              name="minutes"
              label={t('how_long')}
              choices={pauseMinutes.map((value) => ({ value, label: t('duration', { minutes: Number(value) }) }))}
            />
          </Form>
        </section>
      </Layout>
    );
  },
  form: z.object({ minutes: z.enum(pauseMinutes, 'must be chosen').default(pauseMinutes[0]) }),
  async submit({ params: { location_id }, form }, visit, { askFor }: { askFor: AskFor }) {
    const minutes = Number(form.minutes);
    await askFor(updateOrderAcceptance, visit, { params: {}, input: { mode: 'paused', minutes } });
    const t = texts(visit);
    return goTo(visit, boardPath(location_id), {
      notice: t('paused_for', { duration: t('duration', { minutes }) }),
    });
  },
});
