import { Name } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { factorRule, factorRules, retrieveAccount, updateAccount } from '@order-hub/shared/management/accounts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { accountPath } from '../paths/account-path.ts';
import { accountPeoplePath } from '../paths/people-path.ts';
import { texts } from './texts.ts';

/** Whether everybody who works in an account needs a second factor (docs/api/back-office.md#required-second-factors). */
export const accountFactorPage = page('/back-office/accounts/:account_id/second-factor', {
  summary: 'Whether the people of an account need a second factor',
  who: 'confirmed',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveAccount, visit, { params }),
  show({ id, name, second_factor }, visit, form) {
    const t = texts(visit);
    const path = accountPath(id);
    return (
      <Layout
        title={t('factor_title', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={[{ label: name, href: path }]}
      >
        <section>
          <p>{t('factor_what')}</p>
          <p>{t('factor_effect')}</p>
          {!visit.user.has_second_factor && (
            <p>
              {t('factor_own_first', {
                add: (text) => (
                  <a
                    href={`/back-office/profile/second-factor?continue=${encodeURIComponent(`${path}/second-factor`)}`}
                  >
                    {text}
                  </a>
                ),
              })}
            </p>
          )}
          <Form visit={visit} form={form} submit={t('factor_save')} cancel={accountPeoplePath(id)}>
            <RadioField
              form={form}
              name="second_factor"
              label={t('factor_label')}
              value={second_factor}
              choices={factorRules.map((value) => ({ value, label: t(`rule_${value}`) }))}
            />
          </Form>
        </section>
      </Layout>
    );
  },
  form: z.object({ second_factor: factorRule }),
  async submit({ params, form }, visit, { askFor }) {
    await askFor(updateAccount, visit, { params, input: form });
    const notice = texts(visit)(`now_${form.second_factor}`);
    return goTo(visit, accountPeoplePath(params.account_id), { notice });
  },
});
