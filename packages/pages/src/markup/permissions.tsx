/**
 * What a scope allows, in words for the user who grants it or has granted it (docs/api/authentication.md#permissions).
 * `permissionsOf` gives one sentence per list item, without a full stop; `permissionsInShort` gives one line for a table.
 */
import type { ComponentChildren, VNode } from 'preact';
import { can, type Resource, type Right, type Scope } from '@order-hub/shared/scopes';
import { Name } from './elements.tsx';

/**
 * What is spoken of. `place`: the location or account of the connection. Null: nothing is bound, or it is not chosen yet;
 * of what cannot be named at the moment, give the id.
 */
export type Names = { place: string | null; catalog: string | null; customer_list: string | null };

/** `place`: the location or the account. `everywhere`: that location, or every one of the account. `around`: what it shares. */
type Spoken = { isLocation: boolean } & Record<
  'place' | 'everywhere' | 'around' | 'catalog' | 'list',
  ComponentChildren
>;
type Sentences = Record<Right, (of: Spoken) => VNode>;

const cards = 'with their loyalty cards';

const sentences: Record<Resource, Sentences> = {
  orders: {
    read: ({ everywhere }) => <>See the orders and deliveries of {everywhere}, and who ordered</>,
    write: ({ everywhere }) => (
      <>See, create and change the orders and deliveries of {everywhere}, and see who ordered</>
    ),
  },
  inventory: {
    read: ({ everywhere }) => <>See the stock of {everywhere}</>,
    write: ({ everywhere }) => <>See and change the stock of {everywhere}</>,
  },
  catalog: {
    read: ({ catalog }) => <>See {catalog}</>,
    write: ({ catalog, isLocation }) =>
      isLocation ? <>See {catalog}, and change it unless the whole account shares it</> : <>See and change {catalog}</>,
  },
  all_catalogs: {
    read: ({ around }) => <>See all catalogs of {around}</>,
    write: ({ isLocation, around, place }) =>
      isLocation ? (
        <>
          See all catalogs of {around}, and create, change and delete those of {place}
        </>
      ) : (
        <>See, create, change and delete all catalogs of {around}</>
      ),
  },
  customer_list: {
    read: ({ list }) => (
      <>
        See the customers in {list}, {cards}
      </>
    ),
    write: ({ list }) => (
      <>
        See, add and change the customers in {list}, {cards}
      </>
    ),
  },
  all_customer_lists: {
    read: ({ around }) => (
      <>
        See the customers in all lists of {around}, {cards}
      </>
    ),
    write: ({ isLocation, around, place }) =>
      isLocation ? (
        <>
          See the customers in all lists of {around}, {cards}, and create, change and delete those of {place}
        </>
      ) : (
        <>
          See, create, change and delete all customer lists of {around}, and their customers {cards}
        </>
      ),
  },
};

function spokenOf(level: Scope['level'], { place, catalog, customer_list }: Names): Spoken {
  const isLocation = level === 'location';
  const unnamed = isLocation ? 'the location' : 'the account';
  const named = place === null ? unnamed : <Name>{place}</Name>;
  return {
    isLocation,
    place: named,
    everywhere: isLocation ? named : <>every location of {named}</>,
    around: isLocation ? <>{named} and of its account</> : <>{named} and its locations</>,
    catalog:
      catalog === null ? (
        'one catalog'
      ) : (
        <>
          the catalog “<Name>{catalog}</Name>”
        </>
      ),
    list:
      customer_list === null ? (
        'one customer list'
      ) : (
        <>
          the customer list “<Name>{customer_list}</Name>”
        </>
      ),
  };
}

function rightTo(scope: Scope, resource: Resource): Right | null {
  if (can(scope, `${resource}.write`)) return 'write';
  return can(scope, `${resource}.read`) ? 'read' : null;
}

const sentenceFor = (scope: Scope, resource: Resource, of: Spoken): VNode[] => {
  const right = rightTo(scope, resource);
  return right === null ? [] : [sentences[resource][right](of)];
};

/** What of all there are, and of the one that is bound. The one says nothing new unless more may be done with it. */
function sentencesOfKind(scope: Scope, kind: 'catalog' | 'customer_list', of: Spoken, isBound: boolean): VNode[] {
  const all = `all_${kind}s` as const;
  const [rightToOne, rightToAll] = [rightTo(scope, kind), rightTo(scope, all)];
  const isMore = rightToAll === null || (rightToOne === 'write' && (rightToAll === 'read' || isBound));
  return [...sentenceFor(scope, all, of), ...(isMore ? sentenceFor(scope, kind, of) : [])];
}

const accepting = 'opening hours, preparation time and whether orders are accepted';

function sentencesOfPlace({ level }: Scope, { place }: Spoken): VNode[] {
  if (level === null) return [];
  return level === 'location'
    ? [
        <>
          See {place}, and change its {accepting}
        </>,
      ]
    : [
        <>
          See {place} and its locations, and change their {accepting}
        </>,
      ];
}

function sentencesOfProfile(scope: Scope): VNode[] {
  if (can(scope, 'profile_with_email')) return [<>See your name, email address, timezone and languages</>];
  return can(scope, 'profile') ? [<>See your name, timezone and languages</>] : [];
}

/** What the scope allows, one sentence for each kind of thing. */
export function permissionsOf(scope: Scope, names: Names): VNode[] {
  const of = spokenOf(scope.level, names);
  return [
    ...sentenceFor(scope, 'orders', of),
    ...sentencesOfKind(scope, 'catalog', of, names.catalog !== null),
    ...sentenceFor(scope, 'inventory', of),
    ...sentencesOfKind(scope, 'customer_list', of, names.customer_list !== null),
    ...sentencesOfPlace(scope, of),
    ...sentencesOfProfile(scope),
  ];
}

const inShort: Record<Resource, string> = {
  orders: 'orders',
  customer_list: 'customer list',
  catalog: 'catalog',
  inventory: 'stock',
  all_customer_lists: 'all customer lists',
  all_catalogs: 'all catalogs',
};

/** The same in a few words, such as `orders, catalog (read only), profile`. */
export function permissionsInShort({ permissions, general }: Scope): string {
  const held = (Object.keys(inShort) as Resource[]).flatMap((resource) => {
    if (permissions.includes(`${resource}.write`)) return [inShort[resource]];
    return permissions.includes(`${resource}.read`) ? [`${inShort[resource]} (read only)`] : [];
  });
  return [...held, ...(general.length > 0 ? ['profile'] : [])].join(', ');
}
