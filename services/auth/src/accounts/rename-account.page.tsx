import { z } from 'zod';
import { nameSchema } from '../name.schema.ts';
import { Form, TextField } from '../pages/form.tsx';
import { Layout } from '../pages/layout.tsx';
import { page } from '../pages/page.ts';
import { goTo } from '../pages/replies.ts';
import { accountPath } from './account-path.ts';
import { renameAccount } from './rename-account.ts';
import { retrieveOwnAccount } from './retrieve-own-account.ts';

export const renameAccountPage = page('/back-office/accounts/:account_id/rename', {
  summary: 'Rename an account',
  who: 'user',
  load: ({ params }, { user }, { db }) => retrieveOwnAccount(db, user, params.account_id),
  show: ({ id, name }, visit, form) => (
    <Layout title={`Rename ${name}`} visit={visit} trail={[{ label: name, href: accountPath(id) }]}>
      <section>
        <Form visit={visit} form={form} submit="Rename" cancel={accountPath(id)}>
          <TextField form={form} name="name" label="Name" value={name} required autofocus />
        </Form>
      </section>
    </Layout>
  ),
  form: z.object({ name: nameSchema }),
  async submit({ params: { account_id: id }, form: { name } }, visit, { db }) {
    await renameAccount(db, visit, { id, name });
    return goTo(visit, accountPath(id), { notice: 'The account has its new name.' });
  },
});
