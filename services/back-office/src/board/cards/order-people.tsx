import { isPositive } from '@order-hub/shared/money';
import type { BoardCustomer, BoardMoney, BoardOrder } from '@order-hub/shared/orders-calls';
import { columnOf } from '../columns.ts';
import { texts } from '../texts.ts';
import type { CardTerms } from './card-terms.ts';
import { moneyText } from './money-text.ts';

const mapUrl = (address: readonly string[]) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(address.join(', '))}`;

const callable = (phone: string) => phone.replaceAll(/[^+\d]/g, '');

const Phone = ({
  customer: { phone, phone_access_code: code },
  terms,
}: {
  customer: BoardCustomer;
  terms: CardTerms;
}) =>
  phone === null ? null : (
    <p>
      <a href={`tel:${callable(phone)}`}>
        <bdi>{phone}</bdi>
      </a>
      {code !== null && ` (${texts(terms)('access_code', { code })})`}
    </p>
  );

const Address = ({ customer: { address, delivery_notes }, terms }: { customer: BoardCustomer; terms: CardTerms }) => (
  <>
    {address.length > 0 && (
      <p>
        {address.map((line) => (
          <>
            <bdi>{line}</bdi>
            <br />
          </>
        ))}
        <a href={mapUrl(address)} target="_blank" rel="noreferrer">
          {texts(terms)('map')}
        </a>
      </p>
    )}
    {delivery_notes !== null && (
      <p class="note">
        <bdi>{delivery_notes}</bdi>
      </p>
    )}
  </>
);

type MoneyProps = { money: BoardMoney; isGone: boolean; terms: CardTerms };

/** What the customer still owes; "Paid" only for what cost something. */
const Money = ({ money: { total, due }, isGone, terms }: MoneyProps) => {
  const t = texts(terms);
  return (
    <p class="total">
      <span>{t('total')}</span> <strong>{moneyText(terms, total)}</strong>{' '}
      {isPositive(due) ? (
        !isGone && <span class="tag busy">{t('to_collect', { amount: moneyText(terms, due) })}</span>
      ) : isPositive(total) ? (
        <span class="tag good">{t('paid')}</span>
      ) : (
        <span class="tag quiet">{t('nothing_to_pay')}</span>
      )}
    </p>
  );
};

const Driver = ({ delivery, terms }: { delivery: NonNullable<BoardOrder['delivery']>; terms: CardTerms }) => {
  const t = texts(terms);
  const { carrier, driver, driver_phone } = delivery;
  return (
    <p>
      {t('carrier', { name: <bdi>{carrier}</bdi> })}
      {driver !== null && (
        <>
          <br />
          {t('driver', { name: <bdi>{driver}</bdi> })}
        </>
      )}
      {driver_phone !== null && (
        <>
          {' '}
          <a href={`tel:${callable(driver_phone)}`}>{driver_phone}</a>
        </>
      )}
    </p>
  );
};

/** What it costs, who gets it and where, and who brings it. */
export const OrderPeople = ({ order, terms }: { order: BoardOrder; terms: CardTerms }) => {
  const { money, customer, delivery } = order;
  return (
    <>
      {money && <Money money={money} isGone={columnOf(order) === 'gone'} terms={terms} />}
      {customer && (
        <div class="customer">
          {customer.name !== null && (
            <p>
              <strong>
                <bdi>{customer.name}</bdi>
              </strong>
            </p>
          )}
          <Phone customer={customer} terms={terms} />
          <Address customer={customer} terms={terms} />
        </div>
      )}
      {delivery && <Driver delivery={delivery} terms={terms} />}
    </>
  );
};
