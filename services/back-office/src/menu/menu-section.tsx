import { Section } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import { menusPath } from './menu-path.ts';
import { texts } from './texts.ts';

/** The way to the menus, on the page of a location. */
export const MenuSection = ({ location_id, visit }: { location_id: string; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <Section title={t('menu')} action={{ label: t('menu'), href: menusPath(location_id) }}>
      <p>{t('about_menu')}</p>
    </Section>
  );
};
