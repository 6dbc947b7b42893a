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

type Verb = 'suspend' | 'resume';
type Suspension = { verb: Verb; name: string; consequence: string; account: { id: string; name: string } };

const submits: Record<Verb, string> = { suspend: 'Suspend', resume: 'Resume' };

const done: Record<Verb, string> = { suspend: 'suspended', resume: 'resumed' };

const reasonForm = z.object({
  reason: z.string().trim().min(1, 'must not be empty').max(500, 'must have at most 500 characters'),
});

const Question = ({ suspension, visit, form }: { suspension: Suspension; visit: UserVisit; form: FormState }) => {
  const { verb, name, consequence, account } = suspension;
  const path = operatedAccountPath(account.id);
  const trail = [
    { label: 'Operator', href: operatorPath },
    { label: account.name, href: path },
  ];
  return (
    <Layout
      title={
        <>
          {submits[verb]} <Name>{name}</Name>?
        </>
      }
      visit={visit}
      trail={trail}
    >
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
  suspend: 'Apps cannot reach the account and its locations until it is resumed. Its data is kept.',
  resume: 'Apps can reach the account and its locations again, except locations that are suspended themselves.',
};

const accountPage = (verb: Verb) =>
  page(`/back-office/operator/accounts/:account_id/${verb}`, {
    summary: `${submits[verb]} an account, for operators`,
    who: 'confirmed operator',
    load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveAccount, visit, { params }),
    show: ({ id, name }, visit, form) => (
      <Question suspension={{ verb, name, consequence: ofAccount[verb], account: { id, name } }} {...{ visit, form }} />
    ),
    form: reasonForm,
    async submit({ params, form }, visit, { askFor }) {
      const call = verb === 'suspend' ? suspendAccount : resumeAccount;
      const { id } = await askFor(call, visit, { params, input: form });
      return goTo(visit, operatedAccountPath(id), { notice: `The account has been ${done[verb]}.` });
    },
  });

const ofLocation: Record<Verb, string> = {
  suspend: 'Apps cannot reach the location until it is resumed. Its data is kept.',
  resume: 'Apps can reach the location again, unless its account is suspended.',
};

const locationPage = (verb: Verb) =>
  page(`/back-office/operator/locations/:location_id/${verb}`, {
    summary: `${submits[verb]} a location, for operators`,
    who: 'confirmed operator',
    load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveLocation, visit, { params }),
    show: ({ name, account_id, account_name }, visit, form) => {
      const account = { id: account_id, name: account_name };
      return <Question suspension={{ verb, name, consequence: ofLocation[verb], account }} {...{ visit, form }} />;
    },
    form: reasonForm,
    async submit({ params, form }, visit, { askFor }) {
      const call = verb === 'suspend' ? suspendLocation : resumeLocation;
      const { account_id } = await askFor(call, visit, { params, input: form });
      return goTo(visit, operatedAccountPath(account_id), { notice: `The location has been ${done[verb]}.` });
    },
  });

/** The pages with which operators suspend and resume accounts and locations. */
export const suspensionPages = [
  ...accountPage('suspend'),
  ...accountPage('resume'),
  ...locationPage('suspend'),
  ...locationPage('resume'),
];
