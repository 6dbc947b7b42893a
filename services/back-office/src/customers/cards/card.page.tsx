import type { FormState } from '@order-hub/pages/declared-page';
import { Empty, Facts, Name, Section, Table, When } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { Form, RadioField, TextField } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { showCustomer } from '@order-hub/shared/customer-page-calls';
import { notFound } from '@order-hub/shared/errors';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import type { CallApi } from '../../api/open-api.ts';
import { customerPath } from '../../paths/customer-path.ts';
import { cardText, pointsText } from './customer-cards.tsx';
import { CustomerLayout } from '../customer-layout.tsx';
import { customerName, nameText } from '../customer-name.tsx';
import { FormId } from './form-id.tsx';
import { deltaOf, pointsForm } from './points-form.ts';
import { texts } from '../texts.ts';

const operationsShown = 50;

type Operation = { id: string; created_at: string; reason: string | null; delta: string; new_balance: string };

const PointsForm = ({ visit, form }: { visit: UserVisit; form: FormState }) => {
  const t = texts(visit);
  return (
    <Form visit={visit} form={form} submit={t('change_points')}>
      <FormId form={form} />
      <RadioField
        {...{ form, name: 'direction', label: t('direction'), value: 'add' }}
        choices={[
          { value: 'add', label: t('add_points') },
          { value: 'take', label: t('take_points') },
        ]}
      />
      <TextField {...{ form, name: 'points', label: t('points'), hint: t('points_hint') }} required />
      <TextField {...{ form, name: 'reason', label: t('reason'), hint: t('reason_hint') }} required />
    </Form>
  );
};

const Operations = ({ visit, operations }: { visit: UserVisit; operations: readonly Operation[] }) => {
  const t = texts(visit);
  if (operations.length === 0) return <Empty>{t('no_operation')}</Empty>;
  const timezone = visit.place?.timezone ?? 'UTC';
  const rows = operations.map(({ created_at, reason, delta, new_balance }) => [
    <When at={new Date(created_at)} timezone={timezone} />,
    reason === null || reason === '' ? '–' : <Name>{reason}</Name>,
    formats(visit).number(delta as unknown as number, { maximumFractionDigits: 20, signDisplay: 'exceptZero' }),
    pointsText(new_balance, visit),
  ]);
  const heads = [t('when'), t('reason'), t('change'), t('balance')];
  return <Table label={t('operations')} heads={heads} rows={rows} />;
};

/** A loyalty card: its balance, what changed it, and a form that adds or takes points for a reason. */
export const cardPage = page(
  '/back-office/locations/:location_id/customers/:customer_list_id/:customer_id/cards/:loyalty_card_id',
  {
    summary: 'A loyalty card of a customer',
    who: 'user',
    roles: managingRoles,
    async load({ params: ids }, visit, { askFor, callApi }: { askFor: AskFor; callApi: CallApi }) {
      const { customer_list_id, customer_id, loyalty_card_id } = ids;
      const [found, { items }] = await Promise.all([
        askFor(showCustomer, visit, { params: { customer_list_id, customer_id } }),
        callApi('listLoyaltyOperations', visit, { customer_list_id, loyalty_card_id, count: operationsShown }),
      ]);
      const card = found.customer.loyalty_cards.find(({ id }) => id === loyalty_card_id);
      if (!card) throw notFound('Loyalty card');
      return { ids, found, card, operations: items };
    },
    show({ ids, found: { customer, may_write }, card, operations }, visit, form) {
      const t = texts(visit);
      const name = <Name>{cardText(card, t)}</Name>;
      return (
        <CustomerLayout
          ids={ids}
          visit={visit}
          title={t('card_of', { card: name, name: customerName(customer, t) })}
          customer={nameText(customer, t)}
        >
          <Section title={t('points')}>
            <Facts
              facts={[
                [t('balance'), <strong>{pointsText(card.balance, visit)}</strong>],
                [t('card_ref'), card.ref && <Name>{card.ref}</Name>],
              ]}
            />
          </Section>
          {may_write && (
            <Section title={t('change_points')}>
              <PointsForm visit={visit} form={form} />
            </Section>
          )}
          <Section title={t('operations')}>
            <Operations visit={visit} operations={operations} />
          </Section>
        </CustomerLayout>
      );
    },
    form: pointsForm,
    async submit({ params: ids, form }, visit, { callApi }) {
      const { customer_list_id, loyalty_card_id } = ids;
      const body = { delta: deltaOf(form), reason: form.reason };
      const args = { customer_list_id, loyalty_card_id, body };
      await callApi('createLoyaltyOperation', visit, args, { key: form.form_id });
      return goTo(visit, `${customerPath(ids)}/cards/${loyalty_card_id}`, { notice: texts(visit)('points_changed') });
    },
  },
);
