import { Form, TextField } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import type { CallApi } from '../../api/open-api.ts';
import { boardPath } from '../../paths/board-path.ts';
import { findOrder } from '../find-order.ts';
import { texts } from '../texts.ts';
import { reasonFields } from './action-fields.ts';
import { ActionLayout } from './action-layout.tsx';
import { changeOrder } from './change-order.ts';

type Deps = { askFor: AskFor; callApi: CallApi };

/** The reason goes to the customer, in `seller_notes` (docs/api/orders.md#order-statuses). */
const refusePage = <Action extends 'reject' | 'cancel'>(action: Action, summary: string) =>
  page(`/back-office/locations/:location_id/orders/:order_id/${action}` as const, {
    summary,
    who: 'user',
    roles: everyRole,
    load: findOrder,
    show({ location_id, order }, visit, form) {
      const t = texts(visit);
      return (
        <ActionLayout action={action} order={order} location_id={location_id} visit={visit}>
          <Form
            visit={visit}
            form={form}
            submit={t(action)}
            danger
            cancel={boardPath(location_id)}
            cancelLabel={t('keep')}
          >
            <TextField form={form} name="reason" label={t('reason')} required />
          </Form>
        </ActionLayout>
      );
    },
    form: reasonFields,
    submit: ({ params, form }, visit, { callApi }: Deps) =>
      changeOrder(callApi, visit, params, { action, changes: { seller_notes: form.reason }, service_type: null }),
  });

export const refuseOrderPages = [
  ...refusePage('reject', 'Decline an order, with a reason'),
  ...refusePage('cancel', 'Cancel an accepted order, with a reason'),
];
