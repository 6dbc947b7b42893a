import { Name } from '@order-hub/pages/elements';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { resumeAccount, retrieveAccount, suspendAccount } from '@order-hub/shared/management/accounts';
import { resumeLocation, retrieveLocation, suspendLocation } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { operatedAccountPath, operatorPath } from '../paths/operator-path.ts';
import { texts } from './texts.ts';

type Verb = 'suspend' | 'resume';
type Suspension = { verb: Verb; what: 'account' | 'location'; name: string; account: { id: string; name: string } };

const reasonForm = z.object({
  reason: z.string().trim().min(1, 'must not be empty').max(500, 'must have at most 500 characters'),
});

const Question = ({ suspension, visit, form }: { suspension: Suspension; visit: UserVisit; form: FormState }) => {
  const t = texts(visit);
  const { verb, what, name, account } = suspension;
  const path = operatedAccountPath(account.id);
  const trail = [
    { label: t('operator'), href: operatorPath },
    { label: account.name, href: path },
  ];
  return (
    <Layout title={t(`${verb}_named`, { name: <Name>{name}</Name> })} visit={visit} trail={trail}>
      <section>
        <p>{what === 'account' ? t(`account_${verb}`) : t(`location_${verb}`)}</p>
        <Form visit={visit} form={form} submit={t(verb)} cancel={path} danger={verb === 'suspend'}>
          <TextField form={form} name="reason" label={t('reason')} hint={t('reason_hint')} required />
        </Form>
      </section>
    </Layout>
  );
};

const accountPage = (verb: Verb) =>
  page(`/back-office/operator/accounts/:account_id/${verb}`, {
    summary: `${verb === 'suspend' ? 'Suspend' : 'Resume'} an account, for operators`,
    who: 'confirmed operator',
    load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveAccount, visit, { params }),
    show: ({ id, name }, visit, form) => (
      <Question suspension={{ verb, what: 'account', name, account: { id, name } }} {...{ visit, form }} />
    ),
    form: reasonForm,
    async submit({ params, form }, visit, { askFor }) {
      const call = verb === 'suspend' ? suspendAccount : resumeAccount;
      const { id } = await askFor(call, visit, { params, input: form });
      return goTo(visit, operatedAccountPath(id), { notice: texts(visit)(`account_${verb}_done`) });
    },
  });

const locationPage = (verb: Verb) =>
  page(`/back-office/operator/locations/:location_id/${verb}`, {
    summary: `${verb === 'suspend' ? 'Suspend' : 'Resume'} a location, for operators`,
    who: 'confirmed operator',
    load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveLocation, visit, { params }),
    show: ({ name, account_id, account_name }, visit, form) => {
      const account = { id: account_id, name: account_name };
      return <Question suspension={{ verb, what: 'location', name, account }} {...{ visit, form }} />;
    },
    form: reasonForm,
    async submit({ params, form }, visit, { askFor }) {
      const call = verb === 'suspend' ? suspendLocation : resumeLocation;
      const { account_id } = await askFor(call, visit, { params, input: form });
      return goTo(visit, operatedAccountPath(account_id), { notice: texts(visit)(`location_${verb}_done`) });
    },
  });

/** The pages with which operators suspend and resume accounts and locations. */
export const suspensionPages = [
  ...accountPage('suspend'),
  ...accountPage('resume'),
  ...locationPage('suspend'),
  ...locationPage('resume'),
];
