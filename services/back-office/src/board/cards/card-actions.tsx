import { wishedTime } from '@order-hub/shared/late-orders';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import type { ComponentChildren } from 'preact';
import { boardOrderPath } from '../../paths/board-path.ts';
import { actionsOf, hasPassed, minuteChoices, type ActionName } from '../order-actions.ts';
import { texts } from '../texts.ts';
import type { CardTerms } from './card-terms.ts';
import { timeText } from './time-text.ts';

type ActionProps = { order: BoardOrder; terms: CardTerms };

export const reasonsId = 'reasons';

const ActionForm = ({
  name,
  order,
  terms,
  children,
}: ActionProps & { name: ActionName; children: ComponentChildren }) => (
  <form method="post" action={boardOrderPath(terms.location_id, order.id, name)} class={`action ${name}`}>
    <input type="hidden" name="form_token" value={terms.formToken ?? ''} />
    {children}
  </form>
);

const Minutes = ({ terms, isFirst }: { terms: CardTerms; isFirst: boolean }) => (
  <>
    {minuteChoices.map((minutes) => (
      <button class={isFirst ? 'primary' : undefined} name="minutes" value={minutes}>
        {texts(terms)('minutes', { minutes })}
      </button>
    ))}
  </>
);

/** When the order is wanted, unless that has passed: nobody can promise it any more. */
const wishedTimeAhead = (order: BoardOrder, now: Date): string | null => {
  const wished = wishedTime(order);
  return wished !== null && hasPassed(wished, now) ? null : wished;
};

/** `now`: of the reader; by default this moment. The script of the board hides the wished time when it passes. */
const Accept = ({ order, terms, now = new Date() }: ActionProps & { now?: Date }) => {
  const t = texts(terms);
  const wished = wishedTimeAhead(order, now);
  return (
    <ActionForm name="accept" order={order} terms={terms}>
      <fieldset>
        <legend>{t('accept_in')}</legend>
        {wished !== null && (
          <button class="primary" name="time" value={wished} data-until={wished}>
            {t('at_wished_time', { time: timeText(terms, wished) })}
          </button>
        )}
        <Minutes terms={terms} isFirst={wished === null} />
      </fieldset>
    </ActionForm>
  );
};

const Delay = ({ order, terms }: ActionProps) => {
  const t = texts(terms);
  return (
    <details data-keep={`delay-${order.id}`}>
      <summary>{t('delay')}</summary>
      <ActionForm name="delay" order={order} terms={terms}>
        <fieldset>
          <legend>{t('ready_in')}</legend>
          <Minutes terms={terms} isFirst={false} />
        </fieldset>
      </ActionForm>
    </details>
  );
};

const Refuse = ({ name, order, terms }: ActionProps & { name: 'reject' | 'cancel' }) => {
  const t = texts(terms);
  const id = `reason-${order.id}`;
  return (
    <details data-keep={id}>
      <summary>{t(name)}</summary>
      <ActionForm name={name} order={order} terms={terms}>
        <label for={id}>{t('reason')}</label>
        <input id={id} name="reason" list={reasonsId} maxLength={500} autocomplete="off" />
        <button class="danger">{t(name)}</button>
      </ActionForm>
    </details>
  );
};

/** The message that names the action: a driver delivers, a guest is handed the order. */
export const labelOf = (name: ActionName, { service_type }: Pick<BoardOrder, 'service_type'>) =>
  name === 'complete' && service_type === 'delivery' ? 'delivered' : name;

const Next = ({ name, order, terms }: ActionProps & { name: ActionName }) => (
  <ActionForm name={name} order={order} terms={terms}>
    <button class="primary">{texts(terms)(labelOf(name, order))}</button>
  </ActionForm>
);

function Action({ name, ...props }: ActionProps & { name: ActionName }) {
  if (name === 'accept') return <Accept {...props} />;
  if (name === 'delay') return <Delay {...props} />;
  if (name === 'reject' || name === 'cancel') return <Refuse name={name} {...props} />;
  return <Next name={name} {...props} />;
}

/** What can be done with the order now. */
export const CardActions = ({ order, terms }: ActionProps) => (
  <div class="card-actions">
    {actionsOf(order).map((name) => (
      <Action name={name} order={order} terms={terms} />
    ))}
  </div>
);
