import { sessionOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { HiddenEmail, PasswordField } from '../credentials/password-fields.tsx';
import { confirmSession } from './confirm-session.ts';

export const confirmPage = page('/back-office/confirm', {
  summary: 'Give the password again, before secrets are shown',
  who: 'user',
  query: continueQuery,
  show: (_data, visit, form) => (
    <Layout title="Is it still you?" visit={visit} width="narrow">
      <section>
        <p>What comes next is secret. Please enter your password again.</p>
        <Form visit={visit} form={form} submit="Continue" cancel="/back-office">
          <HiddenEmail email={visit.user.email} />
          <PasswordField form={form} />
        </Form>
      </section>
    </Layout>
  ),
  form: z.object({ password: textUpTo(1_024) }),
  async submit({ query, form }, visit, deps: { db: Database }) {
    await confirmSession(deps, sessionOf(visit), {}, form);
    return goTo(visit, query.continue);
  },
});
