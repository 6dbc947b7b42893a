import { Name } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { DayFigures } from '@order-hub/shared/today-calls';
import { texts } from '../texts.ts';
import { Figure } from './picture.tsx';
import { lengths } from './shapes.ts';

const width = 200;
const height = 8;

type Channel = DayFigures['channels'][number];
type ChannelsProps = { today: readonly Channel[]; before: readonly Channel[]; currency: string; visit: UserVisit };

/** What each channel brought. The bars say what stands beside them, so they are hidden from those who do not see them. */
export const TurnoverByChannel = ({ today, before, currency, visit }: ChannelsProps) => {
  const t = texts(visit);
  const { number, money } = formats(visit);
  const bars = lengths(
    today.map(({ orders }) => orders),
    width,
  );
  const beforeOf = (channel: string | null) => before.find((one) => one.channel === channel)?.orders ?? 0;
  const picture = (
    <ul class="channels">
      {today.map(({ channel, orders, turnover }, at) => (
        <li>
          {channel === null ? t('other_channels') : <Name>{channel}</Name>}
          <svg class="picture" aria-hidden="true" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
            <rect class="today" width={bars[at]} height={height} />
          </svg>
          <span class="hint">
            {t('channel', { orders, turnover: money(turnover, currency), before: number(beforeOf(channel)) })}
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <Figure title={t('by_channel')} picture={picture}>
      {today.length === 0 && <p>{t('no_order_yet')}</p>}
    </Figure>
  );
};
