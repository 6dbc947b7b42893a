import { Section } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { addSpecialDay } from '@order-hub/shared/management/special-days';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import type { CallApi } from '../api/open-api.ts';
import { boardPath } from '../paths/board-path.ts';
import { hoursPath } from '../paths/location-path.ts';
import { asSpecialDayFault, specialDayFields, specialDayOf } from './special-day.ts';
import { texts } from './texts.ts';

type Deps = { callApi: CallApi; askFor: AskFor };

/** Closes a location on a day, or for a part of it (docs/api/back-office.md#special-days). */
export const addSpecialDayPage = page('/back-office/locations/:location_id/hours/special-days', {
  summary: 'Add a special day of a location',
  who: 'user',
  roles: managingRoles,
  load: ({ params: { location_id } }, visit, { callApi }: Deps) => callApi('retrieveLocation', visit, { location_id }),
  show({ id, cutoff_time }, visit, form) {
    const t = texts(visit);
    const back = hoursPath(id);
    return (
      <Layout
        title={t('special_day_add')}
        visit={visit}
        trail={[
          { label: t('board'), href: boardPath(id) },
          { label: t('hours_link'), href: back },
        ]}
      >
        <Section title={t('special_days')}>
          <p class="hint">{t('special_days_about')}</p>
          <Form visit={visit} form={form} submit={t('save')} cancel={back}>
            <TextField
              form={form}
              name="day"
              type="date"
              label={t('special_day')}
              hint={t('special_day_hint', { cutoff: cutoff_time })}
            />
            <TextField form={form} name="closed" label={t('closed_time')} hint={t('closed_time_hint')} />
            <TextField form={form} name="note" label={t('note')} hint={t('note_hint')} />
          </Form>
        </Section>
      </Layout>
    );
  },
  form: specialDayFields,
  async submit({ params: { location_id }, form }, visit, { askFor }: Deps) {
    await askFor(addSpecialDay, visit, { params: {}, input: specialDayOf(form) }).catch((error: unknown) => {
      throw asSpecialDayFault(error);
    });
    return goTo(visit, hoursPath(location_id), { notice: texts(visit)('special_day_added') });
  },
});
