import type { FormState } from '@order-hub/pages/declared-page';
import { QueryForm, SelectField } from '@order-hub/pages/form';
import type { Visit } from '@order-hub/pages/visit';
import { auditDayChoices, auditSubjects, type AuditSubject } from '@order-hub/shared/management/audit';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { texts } from './texts.ts';

/** An empty choice filters nothing. */
const chosen = <Value extends z.ZodType>(value: Value) =>
  z.preprocess((given) => (given === '' ? undefined : given), value.optional());

const subjects = Object.keys(auditSubjects) as AuditSubject[];

/** `who`: `client`, `operator`, or the id of a user. */
export const auditQuery = {
  who: chosen(textUpTo(64)),
  what: chosen(z.enum(subjects)),
  when: chosen(z.enum(auditDayChoices)),
  before: chosen(textUpTo(64)),
};

export type AuditQuery = z.output<z.ZodObject<typeof auditQuery>>;

/** The filters of the call, by what was chosen on the page. */
export function auditInputOf({ who, what, when, before }: AuditQuery) {
  const isActor = who === 'client' || who === 'operator';
  return { ...(isActor ? { actor: who } : { by: who }), subject: what, days: when, before };
}

type FilterProps = {
  form: FormState;
  query: AuditQuery;
  visit: Visit;
  people: readonly { id: string; name: string }[];
};

/** Filters the audit by who acted, on what, and when. */
export const AuditFilter = ({ form, query, visit, people }: FilterProps) => {
  const t = texts(visit);
  const actors = [
    ...people.map(({ id, name }) => ({ value: id, label: name })),
    { value: 'client', label: t('apps') },
    { value: 'operator', label: t('operators') },
  ];
  return (
    <QueryForm submit={t('show')}>
      <SelectField form={form} name="who" label={t('who')} choices={actors} value={query.who} empty={t('anyone')} />
      <SelectField
        form={form}
        name="what"
        label={t('what')}
        choices={subjects.map((value) => ({ value, label: t(`about_${value}`) }))}
        value={query.what}
        empty={t('everything')}
      />
      <SelectField
        form={form}
        name="when"
        label={t('when')}
        choices={auditDayChoices.map((value) => ({ value, label: t('last_days', { days: Number(value) }) }))}
        value={query.when}
        empty={t('always')}
      />
    </QueryForm>
  );
};
