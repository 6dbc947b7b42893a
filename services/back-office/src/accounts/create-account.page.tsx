import { currencyChoices } from '../choices/currency-choices.ts';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { currencyOf } from '@order-hub/shared/country';
import { accountFields, createAccount } from '@order-hub/shared/management/accounts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { accountPath } from '../paths/account-path.ts';
import { texts } from './texts.ts';

export const createAccountPage = page('/back-office/accounts/new', {
  summary: 'Create an account',
  who: 'user',
  show(_data, visit, form) {
    const t = texts(visit);
    const country = visit.likelyCountry();
    return (
      <Layout title={t('new_account')} visit={visit} trail={[{ label: t('accounts'), href: '/back-office' }]}>
        <section>
          <Form visit={visit} form={form} submit={t('create')} cancel="/back-office">
            <TextField
              form={form}
              name="name"
              label={t('name')}
              hint={t('name_hint')}
              autocomplete="organization"
              required
              autofocus
            />
            <SelectField
              form={form}
              name="currency"
              label={t('currency')}
              hint={t('currency_hint')}
              value={country && currencyOf(country)}
              choices={currencyChoices(visit.language)}
              empty={t('choose_currency')}
            />
          </Form>
        </section>
      </Layout>
    );
  },
  form: accountFields,
  async submit({ form }, visit, { askFor }: { askFor: AskFor }) {
    const { id } = await askFor(createAccount, visit, { params: {}, input: form });
    return goTo(visit, accountPath(id), { notice: texts(visit)('created') });
  },
});
