import { TextArea, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import type { ManagedClient } from '@order-hub/shared/management/clients';

/** The fields of a client's form. */
export const ClientFields = ({
  form,
  client,
}: {
  form: FormState;
  client?: Pick<ManagedClient, 'name' | 'redirect_uris'>;
}) => (
  <>
    <TextField
      form={form}
      name="name"
      label="Name"
      hint="People see it when they connect your app, and in their list of connections."
      value={client?.name}
      required
      autofocus
    />
    <TextArea
      form={form}
      name="redirect_uris"
      label="Redirect URIs"
      hint="Where users return after they approve or deny access: one per line, at most 20. An installed app uses urn:ietf:wg:oauth:2.0:oob."
      value={client?.redirect_uris.join('\n')}
      rows={4}
    />
  </>
);
