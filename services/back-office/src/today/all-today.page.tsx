import { Empty, Name, Notice, Section, Table, Tag } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import type { AskFor } from '@order-hub/shared/principal-call';
import { retrieveToday, type Today, type TodayLocation } from '@order-hub/shared/today-calls';
import { locationPath } from '../paths/location-path.ts';
import { DayFigures } from './day-figures.tsx';
import { dayPair, pairsByCurrency, type DayPair } from './day-pair.ts';
import { NowSection } from './now-section.tsx';
import { SmallPicture } from './pictures/small-picture.tsx';
import { texts } from './texts.ts';

const refreshSeconds = 60;

type Row = { location: TodayLocation; pair: DayPair };
type RowsProps = { rows: readonly Row[]; today: Today; visit: UserVisit };

/** What matters now at a location, in a word each. */
const NowTags = ({ today: { late, trouble }, id, visit }: { today: Today; id: string; visit: UserVisit }) => {
  const t = texts(visit);
  const [orders, apps] = [late, trouble].map((items) => items.filter(({ location_id }) => location_id === id).length);
  if (!orders && !apps) return <Tag tone="good">{t('well')}</Tag>;
  return (
    <>
      {orders ? <Tag tone="bad">{t('late_count', { count: orders })}</Tag> : null}{' '}
      {apps ? <Tag tone="bad">{t('trouble_count', { count: apps })}</Tag> : null}
    </>
  );
};

/** Names of businesses stand beside their locations where there are several. */
const Locations = ({ rows, today, visit }: RowsProps) => {
  const t = texts(visit);
  const { number, money } = formats(visit);
  const isGroup = new Set(rows.map(({ location }) => location.account_id)).size > 1;
  return (
    <Table
      label={t('locations')}
      heads={[t('location'), t('by_hour'), t('orders'), t('turnover'), t('now')]}
      rows={rows.map(({ location, pair }) => [
        <>
          <a href={`${locationPath(location.id)}/today`}>
            <Name>{location.name}</Name>
          </a>
          {isGroup && (
            <>
              {' '}
              <small>
                <Name>{location.account_name}</Name>
              </small>
            </>
          )}
        </>,
        <SmallPicture pair={pair} visit={visit} />,
        t('beside', { value: number(pair.today.orders), before: number(pair.until.orders) }),
        t('beside', {
          value: money(pair.today.turnover, pair.currency),
          before: money(pair.until.turnover, pair.currency),
        }),
        <NowTags today={today} id={location.id} visit={visit} />,
      ])}
    />
  );
};

const Figures = ({ rows, today, visit }: RowsProps) => {
  const t = texts(visit);
  return (
    <>
      {pairsByCurrency(rows.map(({ pair }) => pair)).map((sums) => (
        <Section title={t('sums', { count: sums.locations, currency: formats(visit).currency(sums.currency) })}>
          <DayFigures sums={sums} words={null} visit={visit} />
        </Section>
      ))}
      <Section title={t('locations')}>
        <Locations rows={rows} today={today} visit={visit} />
        <p class="hint">{t('beside_hint')}</p>
      </Section>
    </>
  );
};

/** Today at all locations of the user (docs/api/back-office.md#today). */
export const allTodayPage = page('/back-office/today', {
  summary: 'Today at all locations of the user',
  who: 'user',
  load: (_, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveToday, visit, { params: {} }),
  show: (today, visit) => {
    const t = texts(visit);
    const rows = today.locations.map((location) => ({ location, pair: dayPair(today, location) }));
    return (
      <Layout
        title={t('title')}
        visit={visit}
        trail={[{ label: t('businesses'), href: '/back-office' }]}
        refreshSeconds={refreshSeconds}
      >
        {rows.length === 0 ? (
          <Section title={t('locations')}>
            <Empty>{t('no_location')}</Empty>
          </Section>
        ) : (
          <>
            <NowSection today={today} visit={visit} />
            <Figures rows={rows} today={today} visit={visit} />
          </>
        )}
        {today.more && (
          <Notice tone="quiet">
            <p>{t('more_locations')}</p>
          </Notice>
        )}
        <p class="hint">{t('as_of', { time: formats(visit).at(visit.now, visit.user.timezone, 'time') })}</p>
      </Layout>
    );
  },
});
