import type { FormState } from '@order-hub/pages/declared-page';
import { QueryForm, SelectField, TextField } from '@order-hub/pages/form';
import { attemptFilters, attemptStates } from '@order-hub/shared/attempt-log-calls';
import { eventKinds } from '@order-hub/shared/change';
import { z } from 'zod';
import { givenText } from '../backlog/given-text.ts';
import { stateChoices } from './attempt-words.tsx';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** An empty choice does not filter. */
const chosen = <const Value extends string>(values: readonly Value[]) =>
  z.union([z.enum(values), z.literal('').transform(() => undefined)]).optional();

/** Which attempts the page of a log shows. */
export const logQuery = {
  state: chosen(attemptStates),
  type: chosen(eventKinds),
  event_id: givenText,
};

type LogQuery = { [Name in keyof typeof attemptFilters]?: string | undefined };

export const LogFilter = ({ form, query }: { form: FormState; query: LogQuery }) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <QueryForm submit={t('show')}>
      <SelectField
        {...{ form, name: 'state', label: t('state'), value: query.state }}
        empty={t('any')}
        choices={stateChoices({ language })}
      />
      <SelectField
        {...{ form, name: 'type', label: t('event'), value: query.type }}
        empty={t('any')}
        choices={eventKinds.map((kind) => ({ value: kind, label: kind }))}
      />
      <TextField form={form} name="event_id" label={t('event_id')} value={query.event_id} />
    </QueryForm>
  );
};
