import { currencyChoices } from '../choices/currency-choices.ts';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { accountFields, createAccount } from '@order-hub/shared/management/accounts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { accountPath } from '../paths/account-path.ts';

export const createAccountPage = page('/back-office/accounts/new', {
  summary: 'Create an account',
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
            hint="For all its prices and payments. It cannot be changed later."
            choices={currencyChoices}
            empty="Choose a currency"
          />
        </Form>
      </section>
    </Layout>
  ),
  form: accountFields,
  async submit({ form }, visit, { askFor }: { askFor: AskFor }) {
    const { id } = await askFor(createAccount, visit, { params: {}, input: form });
    return goTo(visit, accountPath(id), { notice: 'The account has been created. Add its first location next.' });
  },
});
