/** What a user can do at a location, on every page about it: the sections that are for the user's role. */
import { everyRole, managingRoles, type Role } from '@order-hub/shared/roles';
import { texts } from '../texts.ts';
import type { Visit } from '../visits/visit.ts';
import { Icon, type IconName } from './icon.tsx';

type Section = { path: string; icon: IconName; roles: readonly Role[] };

/** What matters during service comes first. */
const sections = {
  board: { path: '/orders', icon: 'board', roles: everyRole },
  search: { path: '/orders/search', icon: 'search', roles: everyRole },
  menu: { path: '/menus', icon: 'menu', roles: everyRole },
  today: { path: '/today', icon: 'today', roles: managingRoles },
  customers: { path: '/customers', icon: 'customers', roles: managingRoles },
  people: { path: '/people', icon: 'profile', roles: managingRoles },
  location: { path: '', icon: 'location', roles: everyRole },
} as const satisfies Record<string, Section>;

type SectionName = keyof typeof sections;

const isWithin = (path: string, section: string) => path === section || path.startsWith(`${section}/`);

/** The section of a page: the one with the longest path. */
const sectionOf = (path: string, shown: readonly { href: string }[]) =>
  shown
    .map(({ href }) => href)
    .filter((href) => isWithin(path, href))
    .toSorted((a, b) => b.length - a.length)[0];

/** Nothing on pages about no location. */
export const LocationMenu = ({ visit }: { visit: Visit }) => {
  const { place, url } = visit;
  if (!place?.location_id) return null;
  const t = texts(visit);
  const base = `/back-office/locations/${place.location_id}`;
  const names = (Object.keys(sections) as SectionName[]).filter((name) => sections[name].roles.includes(place.role));
  const shown = names.map((name) => ({ name, icon: sections[name].icon, href: base + sections[name].path }));
  const [path = ''] = url.split('?');
  const current = sectionOf(path, shown);
  return (
    <nav class="sections" aria-label={t('sections')}>
      {shown.map(({ name, icon, href }) => (
        <a href={href} aria-current={href === path ? 'page' : href === current ? 'true' : undefined}>
          <Icon name={icon} />
          {t(`section_${name}`)}
        </a>
      ))}
    </nav>
  );
};
