import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { notFound } from '@order-hub/shared/errors';
import { listSpecialDays, removeSpecialDay } from '@order-hub/shared/management/special-days';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { boardPath } from '../paths/board-path.ts';
import { hoursPath } from '../paths/location-path.ts';
import { closedText, dayText } from './special-day.ts';
import { texts } from './texts.ts';

/** Removes a special day; a pause that it has begun stays. */
export const removeSpecialDayPage = page('/back-office/locations/:location_id/hours/special-days/:day/remove', {
  summary: 'Remove a special day of a location',
  who: 'user',
  roles: managingRoles,
  async load({ params: { location_id, day } }, visit, { askFor }: { askFor: AskFor }) {
    const { today, items } = await askFor(listSpecialDays, visit, { params: {} });
    const special = items.find((one) => one.day === day);
    if (!special) throw notFound('Special day');
    return { location_id, today, special };
  },
  show({ location_id, today, special }, visit, form) {
    const t = texts(visit);
    const back = hoursPath(location_id);
    return (
      <Layout
        title={t('special_day_remove_of', { day: dayText(special.day, { today, visit }) })}
        visit={visit}
        trail={[
          { label: t('board'), href: boardPath(location_id) },
          { label: t('hours_link'), href: back },
        ]}
      >
        <section>
          <p>
            {t('closed_time')}: {closedText(special, visit)}
          </p>
          <p>{t('special_day_remove_about')}</p>
          <Form visit={visit} form={form} submit={t('special_day_remove')} danger cancel={back} />
        </section>
      </Layout>
    );
  },
  async submit({ params: { location_id, day } }, visit, { askFor }) {
    await askFor(removeSpecialDay, visit, { params: {}, input: { day } });
    return goTo(visit, hoursPath(location_id), { notice: texts(visit)('special_day_removed') });
  },
});
