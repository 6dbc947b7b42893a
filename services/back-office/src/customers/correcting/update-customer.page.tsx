import { countryChoices } from '@order-hub/pages/country-field';
import type { FormState } from '@order-hub/pages/declared-page';
import { Form, SelectField, TextArea, TextField } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { correctCustomer, type ShownCustomer } from '@order-hub/shared/customer-page-calls';
import { ApiError, invalidFields } from '@order-hub/shared/errors';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { customerPath } from '../../paths/customer-path.ts';
import { conflictText } from './conflict-text.ts';
import { shownField, shownText } from '../../shown/shown-values.ts';
import { correctionForm, correctionOf, correctionValues, inForm } from './correction-form.ts';
import { CustomerLayout } from '../customer-layout.tsx';
import { customerName, nameText } from '../customer-name.tsx';
import { findCustomer } from '../find-customer.ts';
import { texts } from '../texts.ts';

type Customer = ShownCustomer['customer'];
type FieldName = Parameters<typeof inForm>[1];

type FieldsProps = { customer: Customer; visit: UserVisit; form: FormState };

const Fields = ({ customer, visit, form }: FieldsProps) => {
  const t = texts(visit);
  const field = (name: FieldName, label: string) => ({ form, name, label, value: inForm(customer, name) });
  const yesOrNo = [
    { value: 'no', label: t('no') },
    { value: 'yes', label: t('yes') },
  ];
  return (
    <>
      <TextField {...field('first_name', t('first_name'))} />
      <TextField {...field('last_name', t('last_name'))} />
      <TextField {...field('company_name', t('company'))} />
      <TextField {...field('phone', t('phone'))} />
      <TextField {...field('email', t('email'))} />
      <TextField {...field('address_1', t('address'))} />
      <TextField {...field('address_2', t('address_2'))} />
      <TextField {...field('postal_code', t('postal_code'))} />
      <TextField {...field('city', t('city'))} />
      <SelectField
        {...field('country', t('country'))}
        empty={t('unknown_country')}
        choices={countryChoices(visit.language)}
      />
      <TextArea {...field('delivery_notes', t('delivery_notes'))} />
      <SelectField {...field('sms_marketing', t('sms_marketing'))} choices={yesOrNo} />
      <SelectField {...field('email_marketing', t('email_marketing'))} choices={yesOrNo} />
    </>
  );
};

/** The service names its faults by where they are in the call. */
function inOwnForm(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.errors) return error;
  return invalidFields(
    error.errors.map((fault) => ({ ...fault, field: fault.field.replace(/^(?:corrected|shown)\./, '') })),
  );
}

/** Corrects a customer. What somebody else has changed meanwhile is shown beside what the user typed. */
export const updateCustomerPage = page(
  '/back-office/locations/:location_id/customers/:customer_list_id/:customer_id/update',
  {
    summary: 'Correct a customer',
    who: 'user',
    roles: managingRoles,
    load: ({ params: ids }, visit, { askFor }: { askFor: AskFor }) => findCustomer(askFor, visit, ids),
    show({ ids, found: { customer } }, visit, form) {
      const t = texts(visit);
      return (
        <CustomerLayout
          ids={ids}
          visit={visit}
          title={t('correct_named', { name: customerName(customer, t) })}
          customer={nameText(customer, t)}
        >
          <section>
            <p>{t('about_correcting')}</p>
            <Form visit={visit} form={form} submit={t('correct')} cancel={customerPath(ids)}>
              <input type="hidden" name={shownField} value={shownText(correctionValues(customer))} />
              <Fields customer={customer} visit={visit} form={form} />
            </Form>
          </section>
        </CustomerLayout>
      );
    },
    form: correctionForm,
    async submit({ params: ids, form }, visit, { askFor }) {
      const { customer_list_id, customer_id } = ids;
      const asked = { params: { customer_list_id, customer_id }, input: correctionOf(form) };
      const { conflicts } = await askFor(correctCustomer, visit, asked).catch((error: unknown) => {
        throw inOwnForm(error);
      });
      if (conflicts.length > 0) {
        throw invalidFields(
          conflicts.map(({ field, current }) => ({
            field,
            message: conflictText(visit, field, current),
            code: 'changed',
          })),
        );
      }
      return goTo(visit, customerPath(ids), { notice: texts(visit)('corrected') });
    },
  },
);
