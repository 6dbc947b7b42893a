import { TextArea, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/page';
import type { Client } from './client.ts';

/** What can be set of a client. */
export const ClientFields = ({
  form,
  client,
}: {
  form: FormState;
  client?: Pick<Client, 'name' | 'redirect_uris'>;
}) => (
  <>
    <TextField
      form={form}
      name="name"
      label="Name"
      hint="People see it when they let your application in, and in their list of connections."
      value={client?.name}
      required
      autofocus
    />
    <TextArea
      form={form}
      name="redirect_uris"
      label="Redirect URIs"
      hint="Where people come back to after they have decided: one per line, 20 at most. An installed application uses urn:ietf:wg:oauth:2.0:oob."
      value={client?.redirect_uris.join('\n')}
      rows={4}
    />
  </>
);
