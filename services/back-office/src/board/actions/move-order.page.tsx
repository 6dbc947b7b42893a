import { Form } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import type { CallApi } from '../../api/open-api.ts';
import { boardPath } from '../../paths/board-path.ts';
import { findOrder } from '../find-order.ts';
import { texts } from '../texts.ts';
import { noFields } from './action-fields.ts';
import { ActionLayout } from './action-layout.tsx';
import { changeOrder } from './change-order.ts';

type Deps = { askFor: AskFor; callApi: CallApi };

const movePage = <Action extends 'ready' | 'send' | 'complete'>(action: Action, summary: string) =>
  page(`/back-office/locations/:location_id/orders/:order_id/${action}` as const, {
    summary,
    who: 'user',
    roles: everyRole,
    load: findOrder,
    show: ({ location_id, order }, visit, form) => (
      <ActionLayout action={action} order={order} location_id={location_id} visit={visit}>
        <Form visit={visit} form={form} submit={texts(visit)(action)} cancel={boardPath(location_id)} />
      </ActionLayout>
    ),
    form: noFields,
    async submit({ params }, visit, { callApi }: Deps) {
      const { service_type } = await callApi('retrieveOrder', visit, params);
      return changeOrder(callApi, visit, params, { action, service_type });
    },
  });

export const moveOrderPages = [
  ...movePage('ready', 'An order is ready for its customer or driver'),
  ...movePage('send', 'An order is on its way'),
  ...movePage('complete', 'An order is handed over'),
];
