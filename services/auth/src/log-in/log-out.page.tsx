import { sessionContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { Name } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { closeSession } from '../sessions/close-session.ts';
import { texts } from './texts.ts';

export const logOutPage = page('/back-office/log-out', {
  summary: 'Log out',
  who: 'user',
  show(_data, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('log_out')} visit={visit} width="narrow">
        <section>
          <p>{t('logged_in_as', { email: <Name>{visit.user.email}</Name> })}</p>
          <Form visit={visit} form={form} submit={t('log_out')} cancel="/back-office" />
        </section>
      </Layout>
    );
  },
  async submit(_given, visit, deps: { db: Database }) {
    await closeSession(deps, sessionContextOf(visit));
    return goTo(visit, '/', { session: '', notice: texts(visit)('logged_out') });
  },
});
