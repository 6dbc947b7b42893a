import type { ComponentChildren } from 'preact';
import type { Size } from './shapes.ts';

/** Room for the hours below a picture. */
const labelHeight = 18;

type Label = { hour: number; x: number };

/** A picture of hours. `label` says what it shows, for those who do not see it; nothing in it depends on a script. */
export const HourPicture = ({
  size: { width, height },
  label,
  labels,
  children,
}: {
  size: Size;
  label: string;
  labels: readonly Label[];
  children: ComponentChildren;
}) => (
  <svg class="picture" role="img" aria-label={label} viewBox={`0 0 ${width} ${height + labelHeight}`}>
    {children}
    <line class="ground" x1="0" x2={width} y1={height} y2={height} />
    {labels.map(({ hour, x }) => (
      <text x={x} y={height + labelHeight - 4} text-anchor={x < 8 ? 'start' : x > width - 8 ? 'end' : 'middle'}>
        {hour}
      </text>
    ))}
  </svg>
);

/** A picture with its title, what it says in a sentence, and all of its numbers. */
export const Figure = ({
  title,
  picture,
  children,
}: {
  title: string;
  picture: ComponentChildren;
  children: ComponentChildren;
}) => (
  <figure>
    <figcaption>
      <h3>{title}</h3>
    </figcaption>
    {picture}
    {children}
  </figure>
);
