import { Facts, Section } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { VNode } from 'preact';
import type { ApiOrder } from '../../api/api-order.ts';
import { texts } from '../texts.ts';

type Customer = ApiOrder['customer'];

const linesOf = ({ address_1, address_2, postal_code, city, state }: Customer) =>
  [address_1, address_2, [postal_code, city].filter(Boolean).join(' '), state].filter((line) => Boolean(line));

/** A search of OpenStreetMap: opening it tells them the address, so it is for the reader to click. */
const mapPath = (address: string) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`;

function Address({ customer, visit }: { customer: Customer; visit: UserVisit }) {
  const lines = linesOf(customer);
  const country = customer.country === null ? [] : [formats(visit).country(customer.country)];
  const whole = [...lines, ...country];
  return (
    <>
      {whole.map((line) => (
        <bdi class="line-of-address">{line}</bdi>
      ))}
      {lines.length > 0 && (
        <a class="map" href={mapPath(whole.join(', '))} rel="noreferrer external">
          {texts(visit)('map')}
        </a>
      )}
    </>
  );
}

const dialled = (phone: string) => phone.replace(/[^\d+]/g, '');

type Fact = readonly [string, VNode];

/** A fact that is known; none without a value. */
const fact = (label: string, value: string | null, view: (value: string) => VNode): Fact[] =>
  value === null || value === '' ? [] : [[label, view(value)]];

const asText = (value: string) => <bdi class="multiline">{value}</bdi>;

const Phone = ({ phone, code }: { phone: string; code: string | null }) => (
  <>
    <a href={`tel:${dialled(phone)}`}>
      <bdi>{phone}</bdi>
    </a>
    {code !== null && ` (${code})`}
  </>
);

function factsOf(customer: Customer, visit: UserVisit): Fact[] {
  const t = texts(visit);
  const { first_name, last_name, company_name, phone, phone_access_code: code, email } = customer;
  const codeInWords = code === null ? null : t('access_code', { code });
  const address = [...linesOf(customer), customer.country ?? ''].join('');
  return [
    ...fact(t('customer'), [first_name, last_name].filter(Boolean).join(' '), asText),
    ...fact(t('company'), company_name, asText),
    ...fact(t('phone'), phone, (known) => <Phone phone={known} code={codeInWords} />),
    ...fact(t('email'), email, (known) => <a href={`mailto:${encodeURIComponent(known)}`}>{known}</a>),
    ...fact(t('address'), address, () => <Address customer={customer} visit={visit} />),
    ...fact(t('delivery_notes'), customer.delivery_notes, asText),
  ];
}

/** For the kitchen: the name to call out, and nothing else of the customer (docs/api/back-office.md#people). */
export function CustomerFirstName({ customer: { first_name }, visit }: { customer: Customer; visit: UserVisit }) {
  if (!first_name) return null;
  return (
    <Section title={texts(visit)('customer')}>
      <p>
        <bdi>{first_name}</bdi>
      </p>
    </Section>
  );
}

/** Who ordered, and where it goes. */
export function OrderCustomer({ customer, visit }: { customer: Customer; visit: UserVisit }) {
  const t = texts(visit);
  const facts = factsOf(customer, visit);
  return (
    <Section title={t('customer')}>
      {customer.anonymised && <p>{t('anonymised')}</p>}
      {facts.length > 0 && <Facts facts={facts} />}
      {facts.length === 0 && !customer.anonymised && <p>{t('no_customer')}</p>}
    </Section>
  );
}
