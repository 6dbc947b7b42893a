import { Table } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { locationPath } from '../paths/location-path.ts';
import { isSuspended, StateTag } from '../suspensions/state-tag.tsx';
import type { ManagedLocation } from '@order-hub/shared/management/locations';
import { texts } from './texts.ts';
import { formats } from '@order-hub/pages/formats';

const where = ({ city, country }: ManagedLocation, language: PageLanguage) =>
  [city, country && formats(language).country(country)].filter(Boolean).join(', ');

/** A list of locations. */
export const LocationTable = ({ locations }: { locations: readonly ManagedLocation[] }) => {
  const language = useLanguage();
  const t = texts(language);
  return (
    <Table
      label={t('locations')}
      heads={[t('location'), t('where'), t('state')]}
      rows={locations.map((location) => [
        <a href={locationPath(location.id)}>{location.name}</a>,
        where(location, language) || '–',
        <StateTag suspended={isSuspended(location)} />,
      ])}
    />
  );
};
