import type { PageLanguage } from '@order-hub/pages/page-language';
import { slotsText } from './time-slots.ts';
import { texts } from './texts.ts';
import { dayNames, spanOf, type Week } from './week.ts';

const rowHeight = 22;
const labelWidth = 84;
const hourWidth = 14;
const hours = 24;
const hourMinutes = 60;
const width = labelWidth + hours * hourWidth;
const marks = [0, 6, 12, 18];

const x = (minutes: number) => labelWidth + (minutes / hourMinutes) * hourWidth;

const hourAt = (cutoff_time: string, mark: number) => (Number(cutoff_time.slice(0, 2)) + mark) % hours;

/** The week at one glance, and in words for those who cannot see it. */
export const WeekPicture = ({
  week,
  cutoff_time,
  language,
}: {
  week: Week;
  cutoff_time: string;
  language: PageLanguage;
}) => {
  const t = texts(language);
  const inWords = dayNames.map((day) =>
    t('hours_of_day', { day: t(`day_${day}`), hours: slotsText(week[day]) || t('closed') }),
  );
  return (
    <svg
      class="week"
      viewBox={`0 0 ${width} ${rowHeight * (dayNames.length + 1)}`}
      role="img"
      aria-label={t('week_of', { days: inWords.join('; ') })}
    >
      {marks.map((mark) => (
        <>
          <line x1={x(mark * hourMinutes)} x2={x(mark * hourMinutes)} y1="14" y2={rowHeight * (dayNames.length + 1)} />
          <text x={x(mark * hourMinutes)} y="10">
            {hourAt(cutoff_time, mark)}
          </text>
        </>
      ))}
      {dayNames.map((day, at) => (
        <>
          <text x="0" y={rowHeight * (at + 1) + 15}>
            {t(`day_${day}`)}
          </text>
          {week[day].map((slot) => {
            const { start, end } = spanOf(slot, cutoff_time);
            return (
              <rect
                x={x(start)}
                y={rowHeight * (at + 1) + 3}
                width={Math.max(2, x(end) - x(start))}
                height="16"
                rx="3"
              />
            );
          })}
        </>
      ))}
    </svg>
  );
};
