import { Form, SelectField } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import type { CallApi } from '../../api/open-api.ts';
import { boardPath } from '../../paths/board-path.ts';
import { findOrder } from '../find-order.ts';
import { texts } from '../texts.ts';
import { acceptFields, confirmedTime, delayFields } from './action-fields.ts';
import { ActionLayout } from './action-layout.tsx';
import { changeOrder } from './change-order.ts';
import { minuteChoices } from '../order-actions.ts';

type Deps = { askFor: AskFor; callApi: CallApi };

const timePage = <Action extends 'accept' | 'delay'>(action: Action, form: typeof acceptFields, summary: string) =>
  page(`/back-office/locations/:location_id/orders/:order_id/${action}` as const, {
    summary,
    who: 'user',
    roles: everyRole,
    load: findOrder,
    show({ location_id, order }, visit, state) {
      const t = texts(visit);
      const choices = minuteChoices.map((value) => ({ value, label: t('minutes_long', { minutes: value }) }));
      return (
        <ActionLayout action={action} order={order} location_id={location_id} visit={visit}>
          <Form visit={visit} form={state} submit={t(action)} cancel={boardPath(location_id)}>
            <SelectField form={state} name="minutes" label={t('ready_in')} choices={choices} value="20" />
          </Form>
        </ActionLayout>
      );
    },
    form,
    submit({ params, form: fields }, visit, { callApi }: Deps) {
      const confirmed_time = confirmedTime(fields, visit.now);
      const changes = confirmed_time === undefined ? {} : { confirmed_time };
      return changeOrder(callApi, visit, params, { action, changes, service_type: null });
    },
  });

export const timeOrderPages = [
  ...timePage('accept', acceptFields, 'Accept an order, with the time at which it is ready'),
  ...timePage('delay', delayFields, 'Change the time at which an accepted order is ready'),
];
