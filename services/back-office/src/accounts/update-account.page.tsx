import { Name } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { accountFields, retrieveAccount, updateAccount } from '@order-hub/shared/management/accounts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { accountPath } from '../paths/account-path.ts';
import { texts } from './texts.ts';

export const updateAccountPage = page('/back-office/accounts/:account_id/update', {
  summary: 'Rename an account',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveAccount, visit, { params }),
  show({ id, name }, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('rename_named', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: name, href: accountPath(id) }]}
      >
        <section>
          <Form visit={visit} form={form} submit={t('rename')} cancel={accountPath(id)}>
            <TextField form={form} name="name" label={t('name')} value={name} required autofocus />
          </Form>
        </section>
      </Layout>
    );
  },
  form: accountFields.pick({ name: true }),
  async submit({ params, form }, visit, { askFor }) {
    await askFor(updateAccount, visit, { params, input: form });
    return goTo(visit, accountPath(params.account_id), { notice: texts(visit)('renamed') });
  },
});
