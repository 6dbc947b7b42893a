import { optionName } from './declarations/options.ts';

type Fault = { field: string; message: string };

/** The options of fields with another name. */
const optionNames: Record<string, string> = {
  user_id: 'user',
  account_id: 'account',
  location_id: 'location',
  client_id: 'client',
  catalog_id: 'catalog',
  customer_list_id: 'customer-list',
  redirect_uris: 'redirect-uri',
  locales: 'locale',
  keep_old_seconds: 'keep-old-for',
};

/** The option behind a field of a request: `account_id` → `--account`, `redirect_uris.0` → `--redirect-uri`. */
function optionOf(field: string): string {
  const [name = ''] = field.split('.');
  return `--${optionNames[name] ?? optionName(name)}`;
}

/** The faults of a request, a line for each, in the words of the command line. */
export const sentencesOf = (faults: readonly Fault[]): string =>
  faults.map(({ field, message }) => `${optionOf(field)} ${message}`).join('\n');
