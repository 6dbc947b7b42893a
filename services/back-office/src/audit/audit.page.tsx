import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Empty, Name, Section } from '@order-hub/pages/elements';
import { QueryForm, SelectField, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import { listAuditEntries, type AuditEntryView } from '@order-hub/shared/management/audit';
import type { AskFor } from '@order-hub/shared/principal-call';
import { operatorAuditPath, operatorPath } from '../paths/operator-path.ts';
import { Earlier, EntryTable } from './entry-table.tsx';

const given = textUpTo(100)
  .transform((text) => text.trim() || undefined)
  .optional();

const kinds = [
  { value: 'user', label: 'Users' },
  { value: 'operator', label: 'Operators' },
  { value: 'client', label: 'Apps' },
];

const filters = { account: given, actor: given, by: given, action: given };

type Filters = z.output<z.ZodObject<typeof filters>>;

const Filter = ({ form, query }: { form: FormState; query: Filters }) => (
  <QueryForm submit="Show">
    <TextField form={form} name="account" label="Account id" value={query.account} />
    <SelectField form={form} name="actor" label="Who" choices={kinds} value={query.actor} empty="Anyone" />
    <TextField
      form={form}
      name="by"
      label="Actor id"
      hint="The id of a user, a connection or a client."
      value={query.by}
    />
    <TextField form={form} name="action" label="Action" hint="Such as account.suspend." value={query.action} />
  </QueryForm>
);

const kindWords: Record<AuditEntryView['actor'], string> = {
  user: 'User',
  operator: 'Operator',
  client: 'App',
};

const who = ({ actor, actor_id, actor_name }: AuditEntryView) => (
  <>
    {kindWords[actor]} {actor_name === null ? 'with the operator key' : <Name>{actor_name}</Name>}
    {actor_id !== null && (
      <div>
        <a href={`${operatorAuditPath}?by=${encodeURIComponent(actor_id)}`}>
          <code>{actor_id}</code>
        </a>
      </div>
    )}
  </>
);

/** The audit of the whole hub (docs/api/back-office.md#audit). */
export const auditPage = page(operatorAuditPath, {
  summary: 'The audit, for operators',
  who: 'operator',
  query: { ...filters, before: given },
  load: async ({ query: { before, ...query } }, visit, { askFor }: { askFor: AskFor }) => ({
    query,
    entries: await askFor(listAuditEntries, visit, { params: {}, input: { ...query, before } }),
  }),
  show: ({ query, entries: { items, next } }, visit, form) => (
    <Layout title="Audit" visit={visit} trail={[{ label: 'Operator', href: operatorPath }]}>
      <Section title="Filter">
        <Filter form={form} query={query} />
      </Section>
      <Section title="Entries">
        {items.length === 0 ? (
          <Empty>Every change by a person or an app has an entry here. None matches this filter.</Empty>
        ) : (
          <EntryTable entries={items} visit={visit} who={who} />
        )}
        <Earlier path={operatorAuditPath} query={query} before={next} />
      </Section>
    </Layout>
  ),
});
