import { currencyChoices } from '../currency.ts';
import { Form, SelectField, TextField } from '../pages/form.tsx';
import { Layout } from '../pages/layout.tsx';
import { page } from '../pages/page.ts';
import { goTo } from '../pages/replies.ts';
import { accountPath } from './account-path.ts';
import { accountCreate } from './account.schema.ts';
import { addAccount } from './add-account.ts';

export const addAccountPage = page('/back-office/accounts/new', {
  summary: 'Add an account',
  who: 'user',
  show: (_data, visit, form) => (
    <Layout title="New account" visit={visit} trail={[{ label: 'Accounts', href: '/back-office' }]}>
      <section>
        <Form visit={visit} form={form} submit="Create the account" cancel="/back-office">
          <TextField
            form={form}
            name="name"
            label="Name"
            hint="The name of the business. You can change it later."
            autocomplete="organization"
            required
            autofocus
          />
          <SelectField
            form={form}
            name="currency"
            label="Currency"
            hint="Of all its prices and payments. It cannot be changed later."
            choices={currencyChoices}
            empty="Choose a currency"
          />
        </Form>
      </section>
    </Layout>
  ),
  form: accountCreate.omit({ user_id: true }),
  async submit({ form }, visit, { db }) {
    const { id } = await addAccount(db, visit, form);
    return goTo(visit, accountPath(id), { notice: 'The account is there. Add its first location next.' });
  },
});
