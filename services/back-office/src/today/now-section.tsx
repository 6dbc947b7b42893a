import { Name, Section, Tag } from '@order-hub/pages/elements';
import { formats, type TimeStyle } from '@order-hub/pages/formats';
import { troubleCause } from '@order-hub/shared/app-trouble';
import type { UserVisit } from '@order-hub/pages/visit';
import type { LateOrder, Today, TodayLocation, Trouble } from '@order-hub/shared/today-calls';
import type { ComponentChildren, VNode } from 'preact';
import { connectionPath } from '../paths/connection-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { logPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';

type NowData = Pick<Today, 'late' | 'trouble' | 'locations'>;
type ItemProps = { locations: readonly TodayLocation[]; isChain: boolean; visit: UserVisit };

/** Which location it is about, where there are several. */
const Where = ({ id, locations, isChain }: { id: string | null } & Omit<ItemProps, 'visit'>) => {
  const location = locations.find((one) => one.id === id);
  if (!isChain || !location) return null;
  return (
    <>
      <a href={`${locationPath(location.id)}/today`}>
        <Name>{location.name}</Name>
      </a>{' '}
    </>
  );
};

const statuses = [
  'new',
  'received',
  'accepted',
  'in_preparation',
  'awaiting_shipment',
  'awaiting_collection',
  'in_delivery',
] as const;
const knownStatus = (status: string) => statuses.find((one) => one === status) ?? 'accepted';

const Late = ({ order, ...rest }: ItemProps & { order: LateOrder }) => {
  const { visit, locations } = rest;
  const t = texts(visit);
  const { timezone = 'UTC' } = locations.find(({ id }) => id === order.location_id) ?? {};
  const path = `${locationPath(order.location_id)}/orders/${order.order_id}`;
  return (
    <li>
      <Where id={order.location_id} {...rest} />
      <Tag tone="bad">{t('late')}</Tag>{' '}
      {t('late_order', {
        link: (content: ComponentChildren): VNode => <a href={path}>{content}</a>,
        channel: <Name>{order.channel}</Name>,
        time: formats(visit).at(new Date(order.due_at), timezone, 'time'),
        status: t(`status_${knownStatus(order.status)}`),
      })}
    </li>
  );
};

const fullName = ({ client_name, name }: Trouble) => (name ? `${client_name} (${name})` : client_name);

type TroubleProps = { trouble: Trouble; location: TodayLocation | undefined; visit: UserVisit };

/** When a silent app last asked the hub for something: a till that does, but fetches no orders, is switched on. */
const LastHeard = ({ trouble, timezone, visit }: { trouble: Trouble; timezone: string; visit: UserVisit }) => {
  if (trouble.kind !== 'silent' || trouble.used_at === null) return null;
  const at = (style: TimeStyle, time = new Date(trouble.used_at ?? '')) => formats(visit).at(time, timezone, style);
  const isToday = at('date') === at('date', visit.now);
  return (
    <>
      {' '}
      {isToday
        ? texts(visit)('heard_today', { time: at('time') })
        : texts(visit)('heard_before', { time: at('minute') })}
    </>
  );
};

/** What is the matter with an app, in a sentence. Its link leads to where its owner puts it right. */
const TroubleText = ({ trouble, location, visit }: TroubleProps) => {
  const { timezone = 'UTC', role = 'manager' } = location ?? {};
  const { connection_id, kind, status, since } = trouble;
  const path = kind === 'silent' ? connectionPath(connection_id) : logPath({ connection_id, client_id: undefined });
  // Each sentence says some of them.
  const values = {
    link: (content: ComponentChildren): VNode => (role === 'owner' ? <a href={path}>{content}</a> : <>{content}</>),
    app: <Name>{fullName(trouble)}</Name>,
    time: since ? formats(visit).at(new Date(since), timezone) : '',
    status: status ?? 0,
  };
  return (
    <>
      {texts(visit)(`cause_${troubleCause(trouble)}`, values)}
      <LastHeard trouble={trouble} timezone={timezone} visit={visit} />
    </>
  );
};

const InTrouble = ({ trouble, ...rest }: ItemProps & { trouble: Trouble }) => {
  const { visit, locations } = rest;
  const isThere = ({ id, account_id }: TodayLocation) =>
    trouble.location_id === null ? account_id === trouble.account_id : id === trouble.location_id;
  return (
    <li>
      <Where id={trouble.location_id} {...rest} />
      <Tag tone="bad">{texts(visit)(trouble.kind === 'silent' ? 'silent_tag' : 'failing_tag')}</Tag>{' '}
      <TroubleText trouble={trouble} location={locations.find(isThere)} visit={visit} />
    </li>
  );
};

/** Of each kind. */
const shownMax = 10;

/** What somebody has to see to now: late orders, silent tills, failing apps. */
export const NowSection = ({ today, visit }: { today: NowData; visit: UserVisit }) => {
  const t = texts(visit);
  const { late, trouble, locations } = today;
  const rest = { locations, isChain: locations.length > 1, visit };
  const left = Math.max(0, late.length - shownMax) + Math.max(0, trouble.length - shownMax);
  return (
    <Section title={t('now')}>
      {late.length + trouble.length === 0 ? (
        <p>
          <Tag tone="good">{t('well')}</Tag> {t('all_well')}
        </p>
      ) : (
        <ul class="now">
          {late.slice(0, shownMax).map((order) => (
            <Late order={order} {...rest} />
          ))}
          {trouble.slice(0, shownMax).map((one) => (
            <InTrouble trouble={one} {...rest} />
          ))}
        </ul>
      )}
      {left > 0 && <p class="hint">{t('others')}</p>}
    </Section>
  );
};
