import { Section } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import { locationAppsPath } from '../paths/apps-path.ts';
import { texts } from './texts.ts';

/** On the page of a location: the way to its apps. */
export function AppsSection({ location_id }: { location_id: string }) {
  const t = texts(useLanguage());
  return (
    <Section title={t('apps')} action={{ label: t('apps'), href: locationAppsPath(location_id) }}>
      <p>{t('about_apps')}</p>
    </Section>
  );
}
