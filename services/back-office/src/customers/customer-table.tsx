import { Empty, Name, Table, When } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import type { FoundCustomer, UsableList } from '@order-hub/shared/customer-page-calls';
import { customerPath } from '../paths/customer-path.ts';
import { customerName } from './customer-name.tsx';
import { moneyText } from './money-text.ts';
import { texts } from './texts.ts';

type Props = {
  location_id: string;
  timezone: string;
  lists: readonly UsableList[];
  customers: readonly FoundCustomer[];
  /** Whether they were searched. */
  isSearch: boolean;
};

const Contact = ({ email, phone }: FoundCustomer) => (
  <>
    {phone !== null && <Name>{phone}</Name>}
    {email !== null && (
      <small class="below">
        <Name>{email}</Name>
      </small>
    )}
  </>
);

/** Customers, each a link to its page. With several lists, each says in which it is. */
export function CustomerTable({ location_id, timezone, lists, customers, isSearch }: Props) {
  const language = useLanguage();
  const t = texts(language);
  if (customers.length === 0) return <Empty>{t(isSearch ? 'nobody' : 'none_yet')}</Empty>;
  const nameOf = new Map(lists.map(({ id, name }) => [id, name]));
  const rows = customers.map((customer) => {
    const { id: customer_id, customer_list_id, nb_orders, order_total, last_order_date } = customer;
    return [
      <>
        <a href={customerPath({ location_id, customer_list_id, customer_id })}>{customerName(customer, t)}</a>
        {lists.length > 1 && (
          <small class="below">
            <Name>{nameOf.get(customer_list_id) ?? ''}</Name>
          </small>
        )}
      </>,
      <Contact {...customer} />,
      nb_orders,
      moneyText(language, order_total),
      last_order_date === null ? '–' : <When at={new Date(last_order_date)} timezone={timezone} />,
    ];
  });
  const heads = [t('customer'), t('contact'), t('orders'), t('total'), t('last_order')];
  return <Table label={t('customers')} heads={heads} rows={rows} />;
}
