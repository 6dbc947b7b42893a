import { Name, Section } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { retrieveClient, updateHandling } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { clientPath, clientTrail } from '../paths/client-path.ts';

const choices = [
  {
    value: 'lenient',
    label: 'Ignore them',
    note: 'The header Ignored-Fields of the response names what was ignored.',
  },
  {
    value: 'strict',
    label: 'Refuse the request',
    note: 'The response is a 422 that names each unknown field, with a similar known name. Nothing is changed.',
  },
];

/** Switches strict handling on or off for a client (docs/api/conventions.md#strict-handling). */
export const updateHandlingPage = page('/back-office/clients/:client_id/handling', {
  summary: 'What happens to unknown fields in the requests of a client',
  who: 'user',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show: (client, visit, form) => (
    <Layout
      title={
        <>
          Unknown fields of <Name>{client.name}</Name>
        </>
      }
      visit={visit}
      trail={clientTrail(client)}
    >
      <Section title="Strict handling">
        <p>
          It applies to all requests of all connections of your app, within seconds. A request decides for itself with
          the header <code>Prefer: handling=lenient</code> or <code>Prefer: handling=strict</code>.
        </p>
        <Form visit={visit} form={form} submit="Save" cancel={clientPath(client.id)}>
          <RadioField
            {...{ form, name: 'handling', choices, value: client.is_strict ? 'strict' : 'lenient' }}
            label="Unknown fields and query parameters"
          />
        </Form>
      </Section>
    </Layout>
  ),
  form: z.object({ handling: z.enum(['lenient', 'strict']) }),
  async submit({ params, form: { handling } }, visit, { askFor }) {
    const is_strict = handling === 'strict';
    await askFor(updateHandling, visit, { params, input: { is_strict } });
    return goTo(visit, clientPath(params.client_id), {
      notice: `Requests of your app with unknown fields are ${is_strict ? 'refused' : 'accepted'} now.`,
    });
  },
});
