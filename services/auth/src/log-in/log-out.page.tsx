import { sessionContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { Name } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { closeSession } from '../sessions/close-session.ts';

export const logOutPage = page('/back-office/log-out', {
  summary: 'Log out',
  who: 'user',
  show: (_data, visit, form) => (
    <Layout title="Log out" visit={visit} width="narrow">
      <section>
        <p>
          You are logged in as <Name>{visit.user.email}</Name>.
        </p>
        <Form visit={visit} form={form} submit="Log out" cancel="/back-office" />
      </section>
    </Layout>
  ),
  async submit(_given, visit, deps: { db: Database }) {
    await closeSession(deps, sessionContextOf(visit));
    return goTo(visit, '/', { session: '', notice: 'You are logged out.' });
  },
});
