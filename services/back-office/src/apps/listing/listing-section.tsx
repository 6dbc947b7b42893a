import { Section } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import { listingPath } from '../../paths/apps-path.ts';
import { texts } from '../texts.ts';

/** On the page of a client: the way to its listing in the directory. */
export function ListingSection({ client_id }: { client_id: string }) {
  const t = texts(useLanguage());
  return (
    <Section title={t('directory')} action={{ label: t('listing'), href: listingPath(client_id) }}>
      <p>{t('about_your_listing')}</p>
    </Section>
  );
}
