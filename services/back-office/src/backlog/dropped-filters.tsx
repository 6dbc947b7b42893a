import type { FormState } from '@order-hub/pages/declared-page';
import { QueryForm, TextField } from '@order-hub/pages/form';
import { givenText } from './given-text.ts';

/** Which dropped events a page is about. */
export const droppedQuery = {
  id: givenText,
  account: givenText,
  client: givenText,
  connection: givenText,
  reason: givenText,
  since: givenText,
  until: givenText,
};

export type DroppedQuery = { [Name in keyof typeof droppedQuery]?: string | undefined };

const words: Record<keyof DroppedQuery, string> = {
  id: 'with the id',
  account: 'of the account',
  client: 'for the client',
  connection: 'for the connection',
  reason: 'with the reason',
  since: 'dropped since',
  until: 'dropped before',
};

/** `All dropped events for the client c1, dropped since 2026-07-01T18:30:00Z`. */
export function filtersInWords(query: DroppedQuery): string {
  const given = (Object.keys(words) as (keyof DroppedQuery)[]).flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [`${words[name]} ${value}`];
  });
  return given.length === 0 ? 'All dropped events' : `Dropped events ${given.join(', ')}`;
}

export const DroppedFilter = ({ form, query }: { form: FormState; query: DroppedQuery }) => (
  <QueryForm submit="Show">
    <TextField form={form} name="account" label="Account id" value={query.account} />
    <TextField form={form} name="client" label="Client id" value={query.client} />
    <TextField form={form} name="connection" label="Connection id" value={query.connection} />
    <TextField form={form} name="reason" label="Reason" hint="Exactly, such as status 500." value={query.reason} />
    <TextField
      {...{ form, name: 'since', label: 'Dropped since', value: query.since }}
      hint="A time with its offset, such as 2026-07-01T18:30:00Z."
    />
    <TextField form={form} name="until" label="Dropped before" value={query.until} />
  </QueryForm>
);
