import type { UserVisit } from '@order-hub/pages/visit';
import type { SpecialDay } from '@order-hub/shared/management/special-days';
import { closedText } from './special-day.ts';
import { slotsText } from './time-slots.ts';
import { texts } from './texts.ts';
import { dayNames, spanOf, type DayName, type Week } from './week.ts';

const rowHeight = 22;
const labelWidth = 84;
const hourWidth = 14;
const hours = 24;
const hourMinutes = 60;
const width = labelWidth + hours * hourWidth;
const marks = [0, 6, 12, 18];

const x = (minutes: number) => labelWidth + (minutes / hourMinutes) * hourWidth;

const hourAt = (cutoff_time: string, mark: number) => (Number(cutoff_time.slice(0, 2)) + mark) % hours;

const dayMinutes = hours * hourMinutes;

/** The part of a row that is closed. */
function closedSpan({ closed_from: from, closed_to: to }: SpecialDay, cutoff_time: string) {
  return from === null || to === null ? { start: 0, end: dayMinutes } : spanOf({ from, to }, cutoff_time);
}

const Bar = ({ span: { start, end }, at, closed }: { span: Span; at: number; closed?: boolean }) => (
  <rect
    class={closed ? 'closed' : undefined}
    x={x(start)}
    y={rowHeight * (at + 1) + (closed ? 9 : 3)}
    width={Math.max(2, x(end) - x(start))}
    height={closed ? 4 : 16}
    rx={closed ? 0 : 3}
  />
);

type Span = { start: number; end: number };

type Props = { week: Week; cutoff_time: string; special: ReadonlyMap<DayName, SpecialDay>; visit: UserVisit };

/** The week at one glance, with the special days of the next seven days struck through; and in words for those who cannot see it. */
export const WeekPicture = ({ week, cutoff_time, special, visit }: Props) => {
  const t = texts(visit);
  const inWords = dayNames.map((day) =>
    t('hours_of_day', { day: t(`day_${day}`), hours: slotsText(week[day]) || t('closed') }),
  );
  const closedInWords = [...special].map(([day, one]) =>
    t('hours_of_day', { day: t(`day_${day}`), hours: closedText(one, visit) }),
  );
  const label = [
    t('week_of', { days: inWords.join('; ') }),
    ...(closedInWords.length > 0 ? [t('closed_in_week', { days: closedInWords.join('; ') })] : []),
  ].join('. ');
  return (
    <svg class="week" viewBox={`0 0 ${width} ${rowHeight * (dayNames.length + 1)}`} role="img" aria-label={label}>
      {marks.map((mark) => (
        <>
          <line x1={x(mark * hourMinutes)} x2={x(mark * hourMinutes)} y1="14" y2={rowHeight * (dayNames.length + 1)} />
          <text x={x(mark * hourMinutes)} y="10">
            {hourAt(cutoff_time, mark)}
          </text>
        </>
      ))}
      {dayNames.map((day, at) => {
        const one = special.get(day);
        return (
          <>
            <text x="0" y={rowHeight * (at + 1) + 15} class={one && 'special'}>
              {t(`day_${day}`)}
            </text>
            {week[day].map((slot) => (
              <Bar span={spanOf(slot, cutoff_time)} at={at} />
            ))}
            {one && <Bar span={closedSpan(one, cutoff_time)} at={at} closed />}
          </>
        );
      })}
    </svg>
  );
};
