/**
 * What a scope allows, in words for the user who grants it or has granted it (docs/api/authentication.md#permissions).
 * `permissionsOf` gives one sentence per list item, without a full stop; `permissionsInShort` gives one line for a table.
 */
import type { ComponentChildren, VNode } from 'preact';
import { can, type Resource, type Right, type Scope } from '@order-hub/shared/scopes';
import type { PageLanguage } from '../languages/page-language.ts';
import { Name } from '../markup/elements.tsx';
import { texts } from './texts.ts';

type Speaking = { language: PageLanguage };

/**
 * What is spoken of. `place`: the location or account of the connection. Null: nothing is bound, or it is not chosen yet;
 * of what cannot be named at the moment, give the id.
 */
export type Names = { place: string | null; catalog: string | null; customer_list: string | null };

/** Parts of sentences. `of_everywhere`: that location, or every one of the account. `of_around`: what it shares. */
type Spoken = Record<'of_place' | 'of_everywhere' | 'of_around' | 'catalog' | 'in_list', VNode>;

type Sentences = { t: ReturnType<typeof texts>; isLocation: boolean; spoken: Spoken };

/** Parts that follow the place, or what stands for it where it has no name. */
function placeParts(t: Sentences['t'], isLocation: boolean, place: string | null) {
  if (place !== null) {
    const name = { name: <Name>{place}</Name> };
    return {
      of_place: <>{t('of_named', name)}</>,
      of_everywhere: <>{isLocation ? t('of_named', name) : t('of_locations_of_named', name)}</>,
      of_around: <>{isLocation ? t('of_named_and_account', name) : t('of_named_and_locations', name)}</>,
    };
  }
  return {
    of_place: <>{isLocation ? t('of_location') : t('of_account')}</>,
    of_everywhere: <>{isLocation ? t('of_location') : t('of_locations')}</>,
    of_around: <>{isLocation ? t('of_location_and_account') : t('of_account_and_locations')}</>,
  };
}

function sentencesOf({ level }: Scope, { place, catalog, customer_list }: Names, speaking: Speaking): Sentences {
  const t = texts(speaking);
  const isLocation = level === 'location';
  const inList = customer_list && t('in_list_named', { name: <Name>{customer_list}</Name> });
  const spoken = {
    ...placeParts(t, isLocation, place),
    catalog: <>{catalog === null ? t('catalog_one') : t('catalog_named', { name: <Name>{catalog}</Name> })}</>,
    in_list: <>{inList ?? t('in_list_one')}</>,
  };
  return { t, isLocation, spoken };
}

function rightTo(scope: Scope, resource: Resource): Right | null {
  if (can(scope, `${resource}.write`)) return 'write';
  return can(scope, `${resource}.read`) ? 'read' : null;
}

type Written = 'catalog' | 'all_catalogs' | 'all_customer_lists';
/** What a right to change means depends on the level. */
const isLevelled = (resource: Resource): resource is Written =>
  resource === 'catalog' || resource === 'all_catalogs' || resource === 'all_customer_lists';

function sentenceFor(scope: Scope, resource: Resource, { t, isLocation, spoken }: Sentences): ComponentChildren[] {
  const right = rightTo(scope, resource);
  if (right === null) return [];
  if (right === 'read') return [t(`${resource}_read`, spoken)];
  if (!isLevelled(resource)) return [t(`${resource}_write`, spoken)];
  return [t(`${resource}_write_${isLocation ? 'location' : 'account'}`, spoken)];
}

/** What of all there are, and of the one that is bound. The one says nothing new unless more may be done with it. */
function sentencesOfKind(scope: Scope, kind: 'catalog' | 'customer_list', sentences: Sentences, isBound: boolean) {
  const all = `all_${kind}s` as const;
  const [rightToOne, rightToAll] = [rightTo(scope, kind), rightTo(scope, all)];
  const isMore = rightToAll === null || (rightToOne === 'write' && (rightToAll === 'read' || isBound));
  return [...sentenceFor(scope, all, sentences), ...(isMore ? sentenceFor(scope, kind, sentences) : [])];
}

function sentencesOfPlace({ level }: Scope, { t, isLocation }: Sentences, place: string | null): ComponentChildren[] {
  if (level === null) return [];
  if (place === null) return [isLocation ? t('place_unnamed') : t('account_unnamed')];
  const name = { name: <Name>{place}</Name> };
  return [isLocation ? t('place_named', name) : t('account_named', name)];
}

function sentencesOfProfile(scope: Scope, { t }: Sentences): ComponentChildren[] {
  if (can(scope, 'profile_with_email')) return [t('profile_with_email')];
  return can(scope, 'profile') ? [t('profile_without_email')] : [];
}

/** What the scope allows, one sentence for each kind of thing. */
export function permissionsOf(scope: Scope, names: Names, speaking: Speaking): ComponentChildren[] {
  const sentences = sentencesOf(scope, names, speaking);
  return [
    ...sentenceFor(scope, 'orders', sentences),
    ...sentencesOfKind(scope, 'catalog', sentences, names.catalog !== null),
    ...sentenceFor(scope, 'inventory', sentences),
    ...sentencesOfKind(scope, 'customer_list', sentences, names.customer_list !== null),
    ...sentencesOfPlace(scope, sentences, names.place),
    ...sentencesOfProfile(scope, sentences),
  ];
}

const inShort = ['orders', 'customer_list', 'catalog', 'inventory', 'all_customer_lists', 'all_catalogs'] as const;

/** The same in a few words, such as `orders, catalog (read only), profile`. */
export function permissionsInShort({ permissions, general }: Scope, speaking: Speaking): string {
  const t = texts(speaking);
  const held = inShort.flatMap((resource) => {
    const what = t(`short_${resource}`);
    if (permissions.includes(`${resource}.write`)) return [what];
    return permissions.includes(`${resource}.read`) ? [t('read_only', { what })] : [];
  });
  return [...held, ...(general.length > 0 ? [t('short_profile')] : [])].join(', ');
}
