import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Empty, Name, Section } from '@order-hub/pages/elements';
import { QueryForm, SelectField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { listAuditEntries, type AuditEntryView } from '@order-hub/shared/management/audit';
import type { AskFor } from '@order-hub/shared/principal-call';
import { operatorAuditPath, operatorPath } from '../paths/operator-path.ts';
import { Earlier, EntryTable } from './entry-table.tsx';
import { texts } from './texts.ts';

const given = textUpTo(100)
  .transform((text) => text.trim() || undefined)
  .optional();

const filters = { account: given, actor: given, by: given, action: given };

type Filters = z.output<z.ZodObject<typeof filters>>;

const Filter = ({ form, query, visit }: { form: FormState; query: Filters; visit: UserVisit }) => {
  const t = texts(visit);
  const kinds = [
    { value: 'user', label: t('users') },
    { value: 'operator', label: t('operators') },
    { value: 'client', label: t('apps') },
  ];
  return (
    <QueryForm submit={t('show')}>
      <TextField form={form} name="account" label={t('account_id')} value={query.account} />
      <SelectField
        {...{ form, name: 'actor', label: t('who'), choices: kinds, value: query.actor, empty: t('anyone') }}
      />
      <TextField form={form} name="by" label={t('actor_id')} hint={t('actor_hint')} value={query.by} />
      <TextField form={form} name="action" label={t('action')} hint={t('action_hint')} value={query.action} />
    </QueryForm>
  );
};

const whoOf =
  (visit: UserVisit) =>
  ({ actor, actor_id, actor_name }: AuditEntryView) => {
    const t = texts(visit);
    const isWithKey = actor === 'operator' && actor_name === null;
    return (
      <>
        {isWithKey ? t('with_key') : t(`by_${actor}`, { name: <Name>{actor_name ?? '–'}</Name> })}
        {actor_id !== null && (
          <div>
            <a href={`${operatorAuditPath}?by=${encodeURIComponent(actor_id)}`}>
              <code>{actor_id}</code>
            </a>
          </div>
        )}
      </>
    );
  };

/** The audit of the whole hub (docs/api/back-office.md#audit). */
export const auditPage = page(operatorAuditPath, {
  summary: 'The audit, for operators',
  who: 'operator',
  query: { ...filters, before: given },
  load: async ({ query: { before, ...query } }, visit, { askFor }: { askFor: AskFor }) => ({
    query,
    entries: await askFor(listAuditEntries, visit, { params: {}, input: { ...query, before } }),
  }),
  show({ query, entries: { items, next } }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('audit')} visit={visit} trail={[{ label: t('operator'), href: operatorPath }]}>
        <Section title={t('filter')}>
          <Filter form={form} query={query} visit={visit} />
        </Section>
        <Section title={t('entries')}>
          {items.length === 0 ? (
            <Empty>{t('no_entry')}</Empty>
          ) : (
            <EntryTable entries={items} visit={visit} who={whoOf(visit)} />
          )}
          <Earlier path={operatorAuditPath} query={query} before={next} />
        </Section>
      </Layout>
    );
  },
});
