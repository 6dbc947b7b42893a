import { Name, Notice, Section } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { invalidFields } from '@order-hub/shared/errors';
import { listSpecialDays } from '@order-hub/shared/management/special-days';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import type { CallApi } from '../api/open-api.ts';
import { boardPath } from '../paths/board-path.ts';
import { asFormFault, hoursFields, weekOf } from './hours-form.ts';
import { inThisWeek } from './special-day.ts';
import { SpecialDaysSection } from './special-days-section.tsx';
import { texts } from './texts.ts';
import { slotsText } from './time-slots.ts';
import { WeekPicture } from './week-picture.tsx';
import { dayNames, emptyWeek, printOf } from './week.ts';

type Deps = { callApi: CallApi; askFor: AskFor };

/** The opening hours as a week with its special days, and the usual preparation time (docs/api/back-office.md#the-shops-state). */
export const hoursPage = page('/back-office/locations/:location_id/hours', {
  summary: 'The opening hours and preparation time of a location',
  who: 'user',
  roles: managingRoles,
  async load({ params: { location_id } }, visit, { callApi, askFor }: Deps) {
    const [location, special] = await Promise.all([
      callApi('retrieveLocation', visit, { location_id }),
      askFor(listSpecialDays, visit, { params: {} }),
    ]);
    return { location, special };
  },
  show({ location, special: { today, items: days } }, visit, form) {
    const t = texts(visit);
    const { id, name, opening_hours, cutoff_time, preparation_time } = location;
    const week = opening_hours ?? emptyWeek;
    const special = inThisWeek(days, today);
    const isChanged = form.faults.some(({ field }) => field === 'shown');
    const others = { ...form, faults: form.faults.filter(({ field }) => field !== 'shown') };
    return (
      <Layout
        title={t('hours_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: t('board'), href: boardPath(id) }]}
      >
        {isChanged && (
          <Notice tone="bad">
            <p>{t('changed_meanwhile')}</p>
          </Notice>
        )}
        <Section title={t('week')}>
          {opening_hours === null && <p>{t('not_set')}</p>}
          {(opening_hours !== null || special.size > 0) && (
            <WeekPicture week={week} cutoff_time={cutoff_time} special={special} visit={visit} />
          )}
        </Section>
        <SpecialDaysSection location_id={id} today={today} days={days} visit={visit} />
        <Section title={t('change')}>
          <p class="hint">{t('hours_hint', { cutoff: cutoff_time })}</p>
          <Form visit={visit} form={others} submit={t('save')} cancel={boardPath(id)}>
            <input type="hidden" name="shown" value={printOf(location)} />
            {dayNames.map((day) => (
              <TextField form={others} name={day} label={t(`day_${day}`)} value={slotsText(week[day])} />
            ))}
            <TextField
              form={others}
              name="preparation_time"
              label={t('preparation_time')}
              value={String(preparation_time)}
            />
          </Form>
        </Section>
      </Layout>
    );
  },
  form: hoursFields,
  async submit({ params: { location_id }, form }, visit, { callApi }: Deps) {
    const opening_hours = weekOf(form);
    const location = await callApi('retrieveLocation', visit, { location_id });
    if (printOf(location) !== form.shown) {
      throw invalidFields([{ field: 'shown', message: 'has been changed by somebody else', code: 'changed' }]);
    }
    const body = { opening_hours, preparation_time: Number(form.preparation_time) };
    await callApi('updateLocation', visit, { location_id, body }).catch((error: unknown) => {
      throw asFormFault(error);
    });
    return goTo(visit, boardPath(location_id), { notice: texts(visit)('saved') });
  },
});
