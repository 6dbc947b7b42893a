import { countryName } from '../country.ts';
import { Table, Tag } from '../pages/elements.tsx';
import { locationPath } from './location-path.ts';
import type { OwnLocation } from './own-location.store.ts';

const where = ({ city, country }: OwnLocation) => [city, country && countryName(country)].filter(Boolean).join(', ');

/** Locations of one account. */
export const LocationTable = ({ locations }: { locations: readonly OwnLocation[] }) => (
  <Table
    label="Locations"
    heads={['Location', 'Where', 'State']}
    rows={locations.map((location) => [
      <a href={locationPath(location.id)}>{location.name}</a>,
      where(location) || '–',
      location.suspended ? <Tag tone="bad">Suspended</Tag> : <Tag tone="good">Active</Tag>,
    ])}
  />
);
