import { Form, TextField } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { searchedText } from '@order-hub/shared/texts';
import { z } from 'zod';
import type { CallApi } from '../../api/open-api.ts';
import { customerPath } from '../../paths/customer-path.ts';
import { CustomerLayout } from '../customer-layout.tsx';
import { customerName, nameText } from '../customer-name.tsx';
import { formIdField } from './form-id-field.ts';
import { FormId } from './form-id.tsx';
import { findCustomer } from '../find-customer.ts';
import { texts } from '../texts.ts';

/** Gives a customer a loyalty card. */
export const newCardPage = page('/back-office/locations/:location_id/customers/:customer_list_id/:customer_id/cards', {
  summary: 'Give a customer a loyalty card',
  who: 'user',
  roles: managingRoles,
  load: ({ params: ids }, visit, { askFor }: { askFor: AskFor; callApi: CallApi }) => findCustomer(askFor, visit, ids),
  show({ ids, found: { customer } }, visit, form) {
    const t = texts(visit);
    return (
      <CustomerLayout
        ids={ids}
        visit={visit}
        title={t('new_card_for', { name: customerName(customer, t) })}
        customer={nameText(customer, t)}
      >
        <section>
          <Form visit={visit} form={form} submit={t('give_card')} cancel={customerPath(ids)}>
            <FormId form={form} />
            <TextField {...{ form, name: 'name', label: t('card_name'), hint: t('card_name_hint') }} autofocus />
            <TextField {...{ form, name: 'ref', label: t('card_ref'), hint: t('card_ref_hint') }} />
          </Form>
        </section>
      </CustomerLayout>
    );
  },
  form: z.object({ ...formIdField, name: searchedText, ref: searchedText }),
  async submit({ params: ids, form }, visit, { callApi }) {
    const { customer_list_id, customer_id } = ids;
    const body = { customer_id, name: form.name.trim() || null, ref: form.ref.trim() || null };
    const { id } = await callApi('createLoyaltyCard', visit, { customer_list_id, body }, { key: form.form_id });
    return goTo(visit, `${customerPath(ids)}/cards/${id}`, { notice: texts(visit)('card_given') });
  },
});
