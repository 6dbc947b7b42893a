import type { FormState } from '@order-hub/pages/declared-page';
import { QueryForm, SelectField, TextField } from '@order-hub/pages/form';
import { loggedMethods, statusClasses } from '@order-hub/shared/request-log-calls';
import { z } from 'zod';
import { givenText } from '../backlog/given-text.ts';

/** An empty choice does not filter. */
const chosen = <const Value extends string>(values: readonly Value[]) =>
  z.union([z.enum(values), z.literal('').transform(() => undefined)]).optional();

/** Which requests a log shows. */
export const requestQuery = {
  status: chosen(statusClasses),
  method: chosen(loggedMethods),
  request_id: givenText,
  since: givenText,
  until: givenText,
};

export type RequestQuery = z.output<z.ZodObject<typeof requestQuery>>;

const statusWords: Record<(typeof statusClasses)[number], string> = {
  failed: 'Failed: 4xx, 5xx or none',
  '2xx': '2xx: done',
  '3xx': '3xx: not modified',
  '4xx': '4xx: refused',
  '5xx': '5xx: the hub failed',
};

const statusChoices = (['failed', '2xx', '3xx', '4xx', '5xx'] as const).map((value) => ({
  value,
  label: statusWords[value],
}));

const timeHint = 'A time with its offset, such as 2026-07-01T18:30:00Z.';

export const RequestFilter = ({ form, query }: { form: FormState; query: RequestQuery }) => (
  <QueryForm submit="Show">
    <TextField
      {...{ form, name: 'request_id', label: 'Request id', value: query.request_id }}
      hint="The X-Request-Id of the response."
    />
    <SelectField
      {...{ form, name: 'status', label: 'Status', value: query.status }}
      empty="Any"
      choices={statusChoices}
    />
    <SelectField
      {...{ form, name: 'method', label: 'Method', value: query.method }}
      empty="Any"
      choices={loggedMethods.map((method) => ({ value: method, label: method }))}
    />
    <TextField {...{ form, name: 'since', label: 'From', value: query.since }} hint={timeHint} />
    <TextField {...{ form, name: 'until', label: 'Until', value: query.until }} hint={timeHint} />
  </QueryForm>
);
