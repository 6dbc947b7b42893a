import type { FormState } from '@order-hub/pages/declared-page';
import { QueryForm, SelectField, TextField } from '@order-hub/pages/form';
import { loggedMethods, statusClasses } from '@order-hub/shared/request-log-calls';
import { z } from 'zod';
import { givenText } from '../backlog/given-text.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

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

const statusChoices = (t: ReturnType<typeof texts>) =>
  (['failed', '2xx', '3xx', '4xx', '5xx'] as const).map((value) => ({ value, label: t(`status_${value}`) }));

export const RequestFilter = ({ form, query }: { form: FormState; query: RequestQuery }) => {
  const t = texts(useLanguage());
  return (
    <QueryForm submit={t('show')}>
      <TextField
        {...{ form, name: 'request_id', label: t('request_id'), value: query.request_id }}
        hint={t('request_id_hint')}
      />
      <SelectField
        {...{ form, name: 'status', label: t('status'), value: query.status }}
        empty={t('any')}
        choices={statusChoices(t)}
      />
      <SelectField
        {...{ form, name: 'method', label: t('method'), value: query.method }}
        empty={t('any')}
        choices={loggedMethods.map((method) => ({ value: method, label: method }))}
      />
      <TextField {...{ form, name: 'since', label: t('from'), value: query.since }} hint={t('time_hint')} />
      <TextField {...{ form, name: 'until', label: t('until'), value: query.until }} hint={t('time_hint')} />
    </QueryForm>
  );
};
