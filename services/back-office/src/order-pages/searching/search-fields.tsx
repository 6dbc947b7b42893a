import type { FormState } from '@order-hub/pages/declared-page';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import type { UserVisit } from '@order-hub/pages/visit';
import type { OrderFilters } from '@order-hub/shared/order-search-calls';
import { orderStates, stateInWords } from '../order-words.tsx';
import { texts } from '../texts.ts';

type Props = { form: FormState; search: OrderFilters; visit: UserVisit; action: string };

/** By what orders are found. */
export function SearchFields({ form, search, visit, action }: Props) {
  const t = texts(visit);
  const mayFindCustomers = visit.place?.role !== 'kitchen';
  const field = <Name extends keyof OrderFilters>(name: Name) => ({ form, name, value: search[name] });
  return (
    <div class="filters">
      <Form visit={visit} form={form} action={action} submit={t('search')}>
        <TextField {...field('number')} label={t('number')} hint={t('number_hint')} />
        {mayFindCustomers && (
          <>
            <TextField {...field('name')} label={t('customer')} hint={t('customer_hint')} />
            <TextField {...field('phone')} type="tel" label={t('phone')} hint={t('phone_hint')} />
          </>
        )}
        <SelectField
          {...field('status')}
          label={t('state')}
          empty={t('any')}
          choices={orderStates.map((value) => ({ value, label: stateInWords(t, value) }))}
        />
        <TextField {...field('channel')} label={t('channel')} />
        <TextField {...field('from')} type="date" label={t('from_day')} />
        <TextField {...field('to')} type="date" label={t('to_day')} />
      </Form>
    </div>
  );
}
