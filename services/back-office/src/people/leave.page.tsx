import { Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { leaveLocation, memberRoles } from '@order-hub/shared/management/members';
import type { AskFor } from '@order-hub/shared/principal-call';
import { locationPath } from '../paths/location-path.ts';
import { placeOf } from './place.ts';
import { texts } from './texts.ts';

/** For members who no longer work at a location. */
export const leavePage = page('/back-office/locations/:location_id/leave', {
  summary: 'Leave a location',
  who: 'user',
  roles: memberRoles,
  load: (_input, visit) => placeOf(visit),
  show({ id, name, trail }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('leave_named', { name: <Name>{name}</Name> })} visit={visit} trail={trail}>
        <Section title={t('what_happens')}>
          <p>{t('leave_effect')}</p>
          <Form visit={visit} form={form} submit={t('leave')} danger cancel={locationPath(id)} />
        </Section>
      </Layout>
    );
  },
  async submit({ params }, visit, { askFor }: { askFor: AskFor }) {
    await askFor(leaveLocation, visit, { params });
    return goTo(visit, '/back-office', { notice: texts(visit)('left') });
  },
});
