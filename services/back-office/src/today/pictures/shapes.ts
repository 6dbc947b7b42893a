/** Where the marks of a picture stand, in the units of its `viewBox`. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, curveStep, line } from 'd3-shape';

export type Size = { width: number; height: number };

/** `today` and `before`: what is shown of each, a number that need not be exact. */
export type Mark = { hour: number; today: number; before: number };

export type Bar = { x: number; y: number; width: number; height: number };

/** Shows a line that runs along the top. */
const headroom = 1.05;
/** So many hours have room for their number. */
const labelsMax = 8;

const tall = (values: readonly number[], height: number) =>
  scaleLinear([0, headroom * Math.max(1, ...values)], [height, 0]);

/** A bar for each hour of today, and a line for those of the day before. `labels`: the hours that have room for their number. */
export function hourShapes(marks: readonly Mark[], { width, height }: Size) {
  const across = scaleBand(
    marks.map(({ hour }) => String(hour)),
    [0, width],
  ).padding(0.2);
  const up = tall(
    marks.flatMap(({ today, before }) => [today, before]),
    height,
  );
  const xOf = ({ hour }: Mark) => across(String(hour)) ?? 0;
  const bars = marks
    .filter(({ today }) => today > 0)
    .map((mark): Bar => ({
      x: xOf(mark),
      y: up(mark.today),
      width: across.bandwidth(),
      height: height - up(mark.today),
    }));
  const middle = (mark: Mark) => xOf(mark) + across.bandwidth() / 2;
  const before = line<Mark>(middle, ({ before: count }) => up(count)).curve(curveStep)([...marks]) ?? '';
  const every = Math.ceil(marks.length / labelsMax);
  const labels = marks.filter((_, at) => at % every === 0).map((mark) => ({ hour: mark.hour, x: middle(mark) }));
  return { bars, before, labels };
}

/** What had come together at the end of each hour, beginning with nothing. */
function grown(marks: readonly Mark[]): Mark[] {
  const points: Mark[] = [{ hour: marks[0]?.hour ?? 0, today: 0, before: 0 }];
  for (const { hour, today, before } of marks) {
    const last = points.at(-1);
    points.push({ hour: hour + 1, today: today + (last?.today ?? 0), before: before + (last?.before ?? 0) });
  }
  return points;
}

/** What came together until each hour: an area for today, up to the hour that it is now, and a line for the day before. */
export function growthShapes(marks: readonly Mark[], now: number, { width, height }: Size) {
  const points = grown(marks);
  const hours = points.map(({ hour }) => hour);
  const across = scaleLinear([Math.min(...hours), Math.max(...hours)], [0, width]);
  const up = tall(
    points.flatMap(({ today, before }) => [today, before]),
    height,
  );
  const xOf = ({ hour }: Mark) => across(hour);
  const passed = points.filter(({ hour }) => hour <= now + 1);
  const every = Math.ceil(points.length / labelsMax);
  return {
    today: area<Mark>(xOf, height, ({ today: sum }) => up(sum))(passed) ?? '',
    edge: line<Mark>(xOf, ({ today: sum }) => up(sum))(passed) ?? '',
    before: line<Mark>(xOf, ({ before: sum }) => up(sum))(points) ?? '',
    labels: points.filter((_, at) => at % every === 0).map((point) => ({ hour: point.hour, x: xOf(point) })),
  };
}

/** The length of each bar, of the longest one's `width`. */
export function lengths(values: readonly number[], width: number): number[] {
  const along = scaleLinear([0, Math.max(1, ...values)], [0, width]);
  return values.map((value) => Math.max(0, along(value)));
}
