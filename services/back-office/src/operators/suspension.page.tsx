import { z } from 'zod';
import { resumeAccount } from '../accounts/resume-account.ts';
import { suspendAccount } from '../accounts/suspend-account.ts';
import { byOperator } from '../audit/audit.ts';
import { resumeLocation } from '../locations/resume-location.ts';
import { suspendLocation } from '../locations/suspend-location.ts';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page, type FormState } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { operatedAccountPath } from './operator.ts';
import { retrieveAnyAccount, retrieveAnyLocation } from './retrieve-any-account.ts';

type Verb = 'suspend' | 'resume';
type Asked = { verb: Verb; name: string; consequence: string; account: { id: string; name: string } };

const submits: Record<Verb, string> = { suspend: 'Suspend', resume: 'Resume' };

const done: Record<Verb, string> = { suspend: 'suspended', resume: 'resumed' };

const reasonForm = z.object({
  reason: z.string().trim().min(1, 'must not be empty').max(500, 'must have at most 500 characters'),
});

const Question = ({ asked, visit, form }: { asked: Asked; visit: UserVisit; form: FormState }) => {
  const { verb, name, consequence, account } = asked;
  const path = operatedAccountPath(account.id);
  const trail = [
    { label: 'Operator', href: '/back-office/operator' },
    { label: account.name, href: path },
  ];
  return (
    <Layout title={`${submits[verb]} ${name}?`} visit={visit} trail={trail}>
      <section>
        <p>{consequence}</p>
        <Form visit={visit} form={form} submit={submits[verb]} cancel={path} danger={verb === 'suspend'}>
          <TextField
            form={form}
            name="reason"
            label="Reason"
            hint="It goes into the audit, which the owner of the account can read."
            required
          />
        </Form>
      </section>
    </Layout>
  );
};

const ofAccount: Record<Verb, string> = {
  suspend: 'No application reaches the account and its locations until it is resumed. What is stored is kept.',
  resume: 'Applications reach the account and its locations again, except locations that are suspended themselves.',
};

const accountPage = (verb: Verb) =>
  page(`/back-office/operator/accounts/:account_id/${verb}`, {
    summary: `${submits[verb]} an account, for operators`,
    who: 'operator',
    load: async ({ params }, _visit, { db }) => (await retrieveAnyAccount(db, params.account_id)).account,
    show: ({ id, name }, visit, form) => (
      <Question asked={{ verb, name, consequence: ofAccount[verb], account: { id, name } }} {...{ visit, form }} />
    ),
    form: reasonForm,
    async submit({ params: { account_id: id }, form: { reason } }, visit, deps) {
      const change = verb === 'suspend' ? suspendAccount : resumeAccount;
      const { name } = await change(deps, byOperator(visit), id, reason);
      return goTo(visit, operatedAccountPath(id), { notice: `${name} is ${done[verb]}.` });
    },
  });

const ofLocation: Record<Verb, string> = {
  suspend: 'No application reaches the location until it is resumed. What is stored is kept.',
  resume: 'Applications reach the location again, unless its account is suspended.',
};

const locationPage = (verb: Verb) =>
  page(`/back-office/operator/locations/:location_id/${verb}`, {
    summary: `${submits[verb]} a location, for operators`,
    who: 'operator',
    load: ({ params }, _visit, { db }) => retrieveAnyLocation(db, params.location_id),
    show: ({ name, account_id, account_name }, visit, form) => {
      const account = { id: account_id, name: account_name };
      return <Question asked={{ verb, name, consequence: ofLocation[verb], account }} {...{ visit, form }} />;
    },
    form: reasonForm,
    async submit({ params: { location_id: id }, form: { reason } }, visit, deps) {
      const change = verb === 'suspend' ? suspendLocation : resumeLocation;
      const { name } = await change(deps, byOperator(visit), id, reason);
      const { account_id } = await retrieveAnyLocation(deps.db, id);
      return goTo(visit, operatedAccountPath(account_id), { notice: `${name} is ${done[verb]}.` });
    },
  });

/** The pages with which operators suspend and resume accounts and locations. */
export const suspensionPages = [
  ...accountPage('suspend'),
  ...accountPage('resume'),
  ...locationPage('suspend'),
  ...locationPage('resume'),
];
