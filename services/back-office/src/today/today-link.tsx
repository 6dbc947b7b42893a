import { Section } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from './texts.ts';

/** Leads to today, of a location or of all. */
export const TodayLink = ({ path, visit }: { path: string; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <Section title={t('title')} action={{ label: t('open'), href: path }}>
      <p>{t('about')}</p>
    </Section>
  );
};
