import type { UserVisit } from '@order-hub/pages/visit';
import type { DayPair } from '../day-pair.ts';
import { texts } from '../texts.ts';
import { hourShapes } from './shapes.ts';

const size = { width: 120, height: 28 };

/** The orders of a day by hour, in a row of a table. */
export const SmallPicture = ({ pair, visit }: { pair: DayPair; visit: UserVisit }) => {
  const marks = pair.hours.map(({ hour, today, before }) => ({ hour, today: today.orders, before: before.orders }));
  const { bars, before } = hourShapes(marks, size);
  const label = texts(visit)('small', {
    ...{ count: pair.today.orders, until: pair.until.orders, whole: pair.before.orders },
  });
  return (
    <svg class="picture small" role="img" aria-label={label} viewBox={`0 0 ${size.width} ${size.height}`}>
      {bars.map((bar) => (
        <rect class="today" {...bar} />
      ))}
      <path class="before" d={before} />
    </svg>
  );
};
