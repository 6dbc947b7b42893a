import { Table } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import type { DayPair, Hour } from '../day-pair.ts';
import { hourText, type DayWords } from '../day-words.ts';
import { texts } from '../texts.ts';
import { Figure, HourPicture } from './picture.tsx';
import { growthShapes, hourShapes } from './shapes.ts';

const size = { width: 300, height: 130 };

type FigureProps = { pair: DayPair; words: DayWords; visit: UserVisit };

const Legend = ({ words: { before }, visit }: { words: DayWords; visit: UserVisit }) => (
  <p class="legend">
    <span class="swatch today">{texts(visit)('today')}</span> <span class="swatch before">{before}</span>
  </p>
);

type NumbersProps = {
  label: string;
  words: DayWords;
  visit: UserVisit;
  rows: readonly [number, string | number, string | number][];
};

/** All numbers of a picture, behind one tap. */
const Numbers = ({ label, words, visit, rows }: NumbersProps) => {
  const t = texts(visit);
  return (
    <details>
      <summary>{t('in_numbers')}</summary>
      <Table
        label={label}
        heads={[t('hour'), t('today'), words.before]}
        rows={rows.map(([hour, today, before]) => [hourText(hour, visit), today, before])}
      />
    </details>
  );
};

const busiest = (hours: readonly Hour[]) =>
  hours.reduce<Hour | undefined>((most, one) => (one.today.orders > (most?.today.orders ?? 0) ? one : most), undefined);

/** How many orders came in each hour. */
export const OrdersByHour = ({ pair, words, visit }: FigureProps) => {
  const t = texts(visit);
  const { number } = formats(visit);
  const most = busiest(pair.hours);
  const sentence = most
    ? t('busiest', { from: hourText(most.hour, visit), to: hourText(most.hour + 1, visit), count: most.today.orders })
    : t('no_order_yet');
  const marks = pair.hours.map(({ hour, today, before }) => ({ hour, today: today.orders, before: before.orders }));
  const { bars, before, labels } = hourShapes(marks, size);
  const picture = (
    <HourPicture size={size} label={`${t('orders_by_hour')}: ${sentence}`} labels={labels}>
      {bars.map((bar) => (
        <rect class="today" {...bar} />
      ))}
      <path class="before" d={before} />
    </HourPicture>
  );
  return (
    <Figure title={t('orders_by_hour')} picture={picture}>
      <Legend words={words} visit={visit} />
      <p>{sentence}</p>
      <Numbers
        label={t('orders_by_hour')}
        rows={marks.map((mark) => [mark.hour, number(mark.today), number(mark.before)])}
        words={words}
        visit={visit}
      />
    </Figure>
  );
};

/** How the turnover has grown until now. */
export const TurnoverSoFar = ({ pair, words, visit }: FigureProps) => {
  const t = texts(visit);
  const money = (amount: string) => formats(visit).money(amount, pair.currency);
  const amounts = {
    today: money(pair.today.turnover),
    until: money(pair.until.turnover),
    whole: money(pair.before.turnover),
  };
  const sentence = t('grown', { ...amounts, day: words.before, time: words.until });
  const marks = pair.hours.map(({ hour, today, before }) => ({
    ...{ hour, today: Number(today.turnover), before: Number(before.turnover) },
  }));
  const { today, edge, before, labels } = growthShapes(marks, pair.hour, size);
  const picture = (
    <HourPicture size={size} label={`${t('turnover_so_far')}: ${sentence}`} labels={labels}>
      <path class="today" d={today} />
      <path class="edge" d={edge} />
      <path class="before" d={before} />
    </HourPicture>
  );
  return (
    <Figure title={t('turnover_so_far')} picture={picture}>
      <Legend words={words} visit={visit} />
      <p>{sentence}</p>
      <Numbers
        label={t('turnover_by_hour')}
        rows={pair.hours.map((one) => [one.hour, money(one.today.turnover), money(one.before.turnover)])}
        words={words}
        visit={visit}
      />
    </Figure>
  );
};
