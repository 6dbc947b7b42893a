import { Name, Notice, Section } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { notFound } from '@order-hub/shared/errors';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { retrieveToday, type Today, type TodayLocation } from '@order-hub/shared/today-calls';
import { locationPath } from '../paths/location-path.ts';
import { DayFigures } from './day-figures.tsx';
import { dayPair } from './day-pair.ts';
import { dayWords } from './day-words.ts';
import { NowSection } from './now-section.tsx';
import { TurnoverByChannel } from './pictures/channel-figure.tsx';
import { OrdersByHour, TurnoverSoFar } from './pictures/hour-figures.tsx';
import { texts } from './texts.ts';

/** Browsers without script load the page again. */
const refreshSeconds = 60;

/** Whether there are figures of the day that today is compared with. */
const isCompared = ({ first_day }: Today, { last_week }: TodayLocation) => first_day !== null && first_day <= last_week;

const NoFigures = ({ visit }: { visit: UserVisit }) => (
  <Notice tone="quiet">
    <p>{texts(visit)('no_figures_before')}</p>
  </Notice>
);

type FiguresProps = { today: Today; location: TodayLocation; visit: UserVisit };

const Figures = ({ today, location, visit }: FiguresProps) => {
  const t = texts(visit);
  const [pair, words] = [dayPair(today, location), dayWords(location, visit)];
  const channelsOf = (day: string) =>
    today.figures.find((one) => one.day === day && one.currency === location.currency)?.channels ?? [];
  const hasBefore = isCompared(today, location);
  const channels = { today: channelsOf(location.today), before: channelsOf(location.last_week) };
  return (
    <>
      <Section title={words.today}>
        <DayFigures sums={pair} words={words} visit={visit} isCompared={hasBefore} />
        {!hasBefore && <NoFigures visit={visit} />}
      </Section>
      <Section title={t('pictures')}>
        <div class="pictures">
          <OrdersByHour pair={pair} words={words} visit={visit} />
          <TurnoverSoFar pair={pair} words={words} visit={visit} />
          <TurnoverByChannel {...channels} currency={pair.currency} visit={visit} />
        </div>
      </Section>
    </>
  );
};

/** Today at a location (docs/api/back-office.md#today). */
export const locationTodayPage = page('/back-office/locations/:location_id/today', {
  summary: 'Today at a location',
  who: 'user',
  roles: managingRoles,
  async load(_, visit, { askFor }: { askFor: AskFor }) {
    const today = await askFor(retrieveToday, visit, { params: {} });
    const [location] = today.locations;
    if (!location) throw notFound('Location');
    return { today, location };
  },
  show: ({ today, location }, visit) => {
    const { id, name, timezone, role } = location;
    const t = texts(visit);
    return (
      <Layout
        title={t('title_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={role === 'owner' ? [{ label: name, href: locationPath(id) }] : []}
        refreshSeconds={refreshSeconds}
      >
        <NowSection today={today} visit={visit} />
        <Figures today={today} location={location} visit={visit} />
        <p class="hint">{t('as_of', { time: formats(visit).at(visit.now, timezone, 'time') })}</p>
      </Layout>
    );
  },
});
