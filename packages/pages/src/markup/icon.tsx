/** Icons of the pages: lines on a grid of 24, in the colour of the text. They say nothing that the text beside them does not. */

const shapes = {
  alert: 'M12 3.5 22 20.5H2Z M12 10v5 M12 17.9v.1',
  apps: 'M9 3v5 M15 3v5 M6 8h12v4a6 6 0 0 1-12 0Z M12 18v3.5',
  board: 'M3 4h5v16H3Z M9.8 4h5v11h-5Z M16.5 4h4.5v7h-4.5Z',
  businesses: 'M3 21V5l9-2.5V21 M12 9l8 2v10 M2 21h20 M6.5 8.5h2 M6.5 12.5h2 M6.5 16.5h2 M15.5 14.5h1.5',
  code: 'M8 6 2.5 12 8 18 M16 6l5.5 6-5.5 6',
  customers:
    'M9 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z M2 21c.3-4.4 3-6.5 7-6.5s6.7 2.1 7 6.5 M16 4a3.7 3.7 0 0 1 0 7 M18.5 15c2 .8 3.2 2.7 3.5 6',
  location: 'M12 22c4.7-5 7-8.7 7-12a7 7 0 1 0-14 0c0 3.3 2.3 7 7 12Z M12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  menu: 'M12 6.5C9.5 4.5 6.5 4 3 4v14.5c3.5 0 6.5.5 9 2.5 2.5-2 5.5-2.5 9-2.5V4c-3.5 0-6.5.5-9 2.5Z M12 6.5V21',
  operator: 'M12 2.5 20 5.5v6c0 5-3.3 8.3-8 10-4.7-1.7-8-5-8-10v-6Z M8.5 12l2.5 2.5 4.5-5',
  profile: 'M12 12a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Z M3.5 21.5c.5-4.7 3.6-7 8.5-7s8 2.3 8.5 7',
  search: 'M10.5 17.5a7 7 0 1 0 0-14 7 7 0 0 0 0 14Z M15.7 15.7 21 21',
  today: 'M3 21h18 M5.5 21v-7 M10 21V9 M14.5 21v-5 M19 21V4',
} as const;

export type IconName = keyof typeof shapes;

/** An icon beside a text. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[name]} />
  </svg>
);
