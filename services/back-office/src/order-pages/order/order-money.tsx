import { Name, Section } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import { amountOf, currencyOf, formatMoney, isPositive } from '@order-hub/shared/money';
import type { ComponentChildren } from 'preact';
import type { ApiOrder } from '../../api/api-order.ts';
import { Money } from '../order-words.tsx';
import { texts } from '../texts.ts';

const Row = ({ label, strong, children }: { label: ComponentChildren; strong?: boolean; children: string }) => (
  <div class={strong ? 'sum' : undefined}>
    <dt>{label}</dt>
    <dd class="amount">
      <Money>{children}</Money>
    </dd>
  </div>
);

const negated = (money: string) => (money.startsWith('-') ? money.slice(1) : `-${money}`);

const isKept = ({ deleted }: { deleted: boolean }) => !deleted;

/** What is still to be paid. */
const openOf = (total: string, payments: readonly { amount: string }[]): string =>
  formatMoney(
    payments.reduce((open, { amount }) => open.minus(amountOf(amount)), amountOf(total)),
    currencyOf(total),
  );

/** What the order costs, and what is paid. */
export function OrderMoney({ order, visit }: { order: ApiOrder; visit: UserVisit }) {
  const t = texts(visit);
  const payments = order.payments.filter(isKept);
  const open = openOf(order.total, payments);
  return (
    <Section title={t('total_and_payments')}>
      <dl class="sums">
        {order.discounts.filter(isKept).map(({ name, price_off }) => (
          <Row label={t('discount', { name: <Name>{name}</Name> })}>{negated(price_off)}</Row>
        ))}
        {order.charges.filter(isKept).map(({ name, price }) => (
          <Row label={<Name>{name}</Name>}>{price}</Row>
        ))}
        <Row label={t('total')} strong>
          {order.total}
        </Row>
        {payments.map(({ name, amount }) => (
          <Row label={name === null ? t('payment') : t('payment_by', { name: <Name>{name}</Name> })}>{amount}</Row>
        ))}
        {payments.length > 0 && isPositive(open) && (
          <Row label={t('to_collect')} strong>
            {open}
          </Row>
        )}
      </dl>
      {payments.length === 0 && <p>{t(isPositive(order.total) ? 'unpaid' : 'nothing_to_pay')}</p>}
    </Section>
  );
}
