import { countryName } from '@order-hub/shared/country';
import { Table } from '@order-hub/pages/elements';
import { locationPath } from '../paths/location-path.ts';
import { isSuspended, StateTag } from '../suspensions/state-tag.tsx';
import type { ManagedLocation } from '@order-hub/shared/management/locations';

const where = ({ city, country }: ManagedLocation) =>
  [city, country && countryName(country)].filter(Boolean).join(', ');

/** A list of locations. */
export const LocationTable = ({ locations }: { locations: readonly ManagedLocation[] }) => (
  <Table
    label="Locations"
    heads={['Location', 'Where', 'State']}
    rows={locations.map((location) => [
      <a href={locationPath(location.id)}>{location.name}</a>,
      where(location) || '–',
      <StateTag suspended={isSuspended(location)} />,
    ])}
  />
);
