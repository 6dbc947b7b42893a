import type { FormState } from '@order-hub/pages/declared-page';
import { QueryForm, TextField } from '@order-hub/pages/form';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { givenText } from './given-text.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

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

/** `Dropped events for the client c1, dropped since 2026-07-01T18:30:00Z will be pushed again.` */
export function whatIsReplayed(query: DroppedQuery, visit: { language: PageLanguage }): string {
  const t = texts(visit);
  const filters = (Object.keys(droppedQuery) as (keyof DroppedQuery)[]).flatMap((name) => {
    const value = query[name];
    return value === undefined ? [] : [t(`filter_${name}`, { value })];
  });
  return filters.length === 0 ? t('replay_every') : t('replay_filtered', { filters: filters.join(', ') });
}

export const DroppedFilter = ({ form, query }: { form: FormState; query: DroppedQuery }) => {
  const t = texts(useLanguage());
  return (
    <QueryForm submit={t('show')}>
      <TextField form={form} name="account" label={t('account_id')} value={query.account} />
      <TextField form={form} name="client" label={t('client_id')} value={query.client} />
      <TextField form={form} name="connection" label={t('connection_id')} value={query.connection} />
      <TextField form={form} name="reason" label={t('reason')} hint={t('reason_hint')} value={query.reason} />
      <TextField {...{ form, name: 'since', label: t('dropped_since'), value: query.since }} hint={t('time_hint')} />
      <TextField form={form} name="until" label={t('dropped_before')} value={query.until} />
    </QueryForm>
  );
};
