import { Section } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import { customersPath } from '../paths/customer-path.ts';
import { texts } from './texts.ts';

/** On the page of a location: the way to its customers. */
export function CustomersSection({ location_id }: { location_id: string }) {
  const t = texts(useLanguage());
  return (
    <Section title={t('customers')} action={{ label: t('customers'), href: customersPath(location_id) }}>
      <p>{t('about_customers')}</p>
    </Section>
  );
}
