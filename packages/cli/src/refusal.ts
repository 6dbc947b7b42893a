import { OperatorError, type ManagementApi } from '@order-hub/operator/client';

type ErrorBody = { message?: string; errors?: { field: string; message: string }[] };

/** The options of fields with another name. */
const optionNames: Record<string, string> = {
  user_id: 'user',
  account_id: 'account',
  location_id: 'location',
  client_id: 'client',
  catalog_id: 'catalog',
  customer_list_id: 'customer-list',
  redirect_uris: 'redirect-uri',
};

/** The option behind a field of a request: `account_id` → `--account`, `redirect_uris.0` → `--redirect-uri`. */
function optionOf(field: string): string {
  const [name = ''] = field.split('.');
  return `--${optionNames[name] ?? name.replaceAll('_', '-')}`;
}

/** An error of the management API, in sentences that name the options of the command line. */
export function refusalOf({ status, body }: OperatorError, { auth_url }: ManagementApi): string {
  if (status === null) {
    return `The hub cannot be reached at ${auth_url}. Start it with \`npm start\`, or set HUB_AUTH_URL and HUB_OPERATOR_KEY to those of a running hub.`;
  }
  if (status === 401) {
    return `The hub at ${auth_url} refuses this operator key: it was started with another one than HUB_OPERATOR_KEY (or operator.json).`;
  }
  const { message, errors = [] } = (body ?? {}) as ErrorBody;
  if (errors.length > 0) return errors.map((error) => `${optionOf(error.field)} ${error.message}`).join('\n');
  return message ?? `The hub at ${auth_url} answered ${status}.`;
}
