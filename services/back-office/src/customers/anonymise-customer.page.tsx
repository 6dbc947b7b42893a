import { Notice } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import type { CallApi } from '../api/open-api.ts';
import { customerPath } from '../paths/customer-path.ts';
import { CustomerLayout } from './customer-layout.tsx';
import { customerName, nameText } from './customer-name.tsx';
import { findCustomer } from './find-customer.ts';
import { texts } from './texts.ts';

/** Takes the personal data of a customer away for good, after a question that says what is lost and what stays. */
export const anonymiseCustomerPage = page(
  '/back-office/locations/:location_id/customers/:customer_list_id/:customer_id/anonymise',
  {
    summary: 'Anonymise a customer',
    who: 'user',
    roles: managingRoles,
    load: ({ params: ids }, visit, { askFor }: { askFor: AskFor; callApi: CallApi }) =>
      findCustomer(askFor, visit, ids),
    show({ ids, found: { customer } }, visit, form) {
      const t = texts(visit);
      return (
        <CustomerLayout
          ids={ids}
          visit={visit}
          title={t('anonymise_named', { name: customerName(customer, t) })}
          customer={nameText(customer, t)}
        >
          <section>
            <Notice tone="bad">
              <p>{t('for_good')}</p>
            </Notice>
            <ul>
              <li>{t('what_is_lost')}</li>
              <li>{t('where_it_is_lost')}</li>
              <li>{t('what_stays')}</li>
              <li>{t('what_apps_keep')}</li>
            </ul>
            <Form visit={visit} form={form} submit={t('anonymise_for_good')} danger cancel={customerPath(ids)} />
          </section>
        </CustomerLayout>
      );
    },
    async submit({ params: ids }, visit, { callApi }) {
      const { customer_list_id, customer_id } = ids;
      await callApi('anonymiseCustomer', visit, { customer_list_id, customer_id });
      return goTo(visit, customerPath(ids), { notice: texts(visit)('anonymised') });
    },
  },
);
