import { Facts, Name, Notice, Section, When } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { listCustomerOrders, showCustomer, type ShownCustomer } from '@order-hub/shared/customer-page-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { customerPath } from '../paths/customer-path.ts';
import { CustomerCards } from './cards/customer-cards.tsx';
import { CustomerLayout } from './customer-layout.tsx';
import { customerName } from './customer-name.tsx';
import { CustomerOrders } from './customer-orders.tsx';
import { moneyText } from './money-text.ts';
import { texts } from './texts.ts';

type Customer = ShownCustomer['customer'];

const shown = (text: string | null) => (text === null || text === '' ? null : <Name>{text}</Name>);

const dialled = (phone: string) => phone.replace(/[^\d+]/g, '');

/** A number to call with one tap, and the code that the line asks for. */
const phoneOf = ({ phone, phone_access_code }: Customer) =>
  phone && (
    <>
      <a href={`tel:${dialled(phone)}`}>
        <Name>{phone}</Name>
      </a>
      {phone_access_code && <>, {shown(phone_access_code)}</>}
    </>
  );

const emailOf = ({ email }: Customer) =>
  email && (
    <a href={`mailto:${encodeURIComponent(email)}`}>
      <Name>{email}</Name>
    </a>
  );

const lines = (...parts: (string | null)[]) => shown(parts.filter(Boolean).join(', '));

function factsOf(customer: Customer, visit: UserVisit) {
  const t = texts(visit);
  const { country, sms_marketing, email_marketing } = customer;
  const timezone = visit.place?.timezone ?? 'UTC';
  const time = (at: string | null) => at && <When at={new Date(at)} timezone={timezone} />;
  const advertising = [...(sms_marketing ? [t('by_sms')] : []), ...(email_marketing ? [t('by_email')] : [])];
  return [
    [t('company'), shown(customer.company_name)],
    [t('phone'), phoneOf(customer)],
    [t('email'), emailOf(customer)],
    [t('address'), lines(customer.address_1, customer.address_2)],
    [t('city'), lines([customer.postal_code, customer.city].filter(Boolean).join(' '), customer.state)],
    [t('country'), country && formats(visit).country(country)],
    [t('delivery_notes'), shown(customer.delivery_notes)],
    [t('advertising'), advertising.length === 0 ? t('no_advertising') : formats(visit).list(advertising)],
    [t('since'), time(customer.created_at)],
    [t('orders'), customer.nb_orders],
    [t('total'), customer.order_total && moneyText(visit.language, customer.order_total)],
    [t('last_order'), time(customer.last_order_date)],
  ] as const;
}

const Warnings = ({ visit, customer, list, may_write }: ShownCustomer & { visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <>
      {customer.anonymised && (
        <Notice tone="quiet">
          <p>{t('is_anonymised')}</p>
        </Notice>
      )}
      {!may_write && (
        <Notice tone="quiet">
          <p>{t('of_account', { list: <Name>{list.name}</Name> })}</p>
        </Notice>
      )}
    </>
  );
};

/** One customer: details, orders in the location, points and cards. */
export const customerPage = page('/back-office/locations/:location_id/customers/:customer_list_id/:customer_id', {
  summary: 'A customer',
  who: 'user',
  roles: managingRoles,
  async load({ params: ids }, visit, { askFor }: { askFor: AskFor }) {
    const { customer_list_id, customer_id } = ids;
    const [found, { orders }] = await Promise.all([
      askFor(showCustomer, visit, { params: { customer_list_id, customer_id } }),
      askFor(listCustomerOrders, visit, { params: { customer_id } }),
    ]);
    return { ids, found, orders };
  },
  show({ ids, found, orders }, visit) {
    const t = texts(visit);
    const { customer, may_write } = found;
    const path = customerPath(ids);
    const mayCorrect = may_write && !customer.anonymised;
    const timezone = visit.place?.timezone ?? 'UTC';
    return (
      <CustomerLayout ids={ids} visit={visit} title={customerName(customer, t)}>
        <Warnings visit={visit} {...found} />
        <Section title={t('details')} {...(mayCorrect && { action: { label: t('correct'), href: `${path}/update` } })}>
          <Facts facts={factsOf(customer, visit).filter(([, value]) => value !== null && value !== '')} />
        </Section>
        <Section title={t('points')} {...(may_write && { action: { label: t('new_card'), href: `${path}/cards` } })}>
          <CustomerCards path={path} cards={customer.loyalty_cards} />
        </Section>
        <Section title={t('orders_here')}>
          <CustomerOrders location_id={ids.location_id} timezone={timezone} orders={orders} />
        </Section>
        {mayCorrect && (
          <Section title={t('anonymise')} action={{ label: t('anonymise'), href: `${path}/anonymise`, danger: true }}>
            <p>{t('about_anonymising')}</p>
          </Section>
        )}
      </CustomerLayout>
    );
  },
});
