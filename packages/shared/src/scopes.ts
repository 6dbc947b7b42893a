import { invalid } from './errors.ts';

const RESOURCES = ['orders', 'customer_list', 'catalog', 'inventory', 'all_customer_lists', 'all_catalogs'] as const;
const RIGHTS = ['read', 'write'] as const;
const GENERAL = ['profile', 'profile_with_email'] as const;
const LENGTH_MAX = 1_024;

export type Resource = (typeof RESOURCES)[number];
export type Right = (typeof RIGHTS)[number];
export type Permission = `${Resource}.${Right}`;
export type General = (typeof GENERAL)[number];
export type AccessLevel = 'location' | 'account';

/** What a user granted: the permissions at one access level (null: none), and general permissions. */
export type Scope = { level: AccessLevel | null; permissions: Permission[]; general: General[] };

const PERMISSIONS: readonly Permission[] = RESOURCES.flatMap((resource) =>
  RIGHTS.map((right): Permission => `${resource}.${right}`),
);

/** The resources whose permission covers another one as well. Not transitive: `all_catalogs` does not reach the inventory. */
const WIDER: Partial<Record<Resource, Resource>> = { catalog: 'all_catalogs', customer_list: 'all_customer_lists' };

/**
 * Reads a scope, such as `location[orders.write,catalog.read],profile` (contract: Authentication, Scopes).
 * One pass, without regular expressions. The result is in canonical order and without repetitions.
 * Raises 422 on the field `scope`, also for spaces, more than one access-level set and more than 1,024 characters.
 */
export function parseScope(text: string): Scope {
  if (text === '') throw invalid('scope', 'must name at least one permission');
  if (text.length > LENGTH_MAX) throw invalid('scope', `must have at most ${LENGTH_MAX} characters`);
  const scope: Scope = { level: null, permissions: [], general: [] };
  let at = 0;
  do at = readPart(text, at, scope);
  while (at <= text.length);
  return canonical(scope);
}

/** The canonical text of a scope: access-level set first, each list in the contract's order. */
export function formatScope(scope: Scope): string {
  const { level, permissions, general } = canonical(scope);
  return [...(level === null ? [] : [`${level}[${permissions.join(',')}]`]), ...general].join(',');
}

/**
 * Whether a scope allows what an endpoint needs (contract: Allowances). `write` includes `read`, `profile_with_email` includes
 * `profile`, and at location level `catalog` gives the same right to the inventory (deprecated).
 *
 * `all_catalogs` satisfies `catalog`, and `all_customer_lists` satisfies `customer_list`: who may use any catalog may use one.
 * The reverse does not hold. Which catalogs or lists are in reach is for their service to decide: all of its level with
 * `can(scope, 'all_catalogs.write')`, the connection's bound one alone otherwise.
 */
export function can(scope: Scope, needs: Permission | General): boolean {
  if (isGeneral(needs)) return scope.general.includes(needs) || scope.general.includes('profile_with_email');
  const [resource, right] = needs.split('.') as [Resource, Right];
  const wider = WIDER[resource];
  if (holds(scope, resource, right) || (wider !== undefined && holds(scope, wider, right))) return true;
  return resource === 'inventory' && scope.level === 'location' && holds(scope, 'catalog', right);
}

function holds(scope: Scope, resource: Resource, right: Right): boolean {
  return scope.permissions.some((held) => held === `${resource}.write` || held === `${resource}.${right}`);
}

/** Reads the part that starts at `start` into the scope, and returns where the next one starts: past the end when it was the last. */
function readPart(text: string, start: number, scope: Scope): number {
  const nameEnd = endOfName(text, start);
  const name = text.slice(start, nameEnd);
  if (text[nameEnd] === '[') return readLevel(text, nameEnd, { name, scope });
  if (!isGeneral(name)) throw invalid('scope', whyNotGeneral(name));
  scope.general.push(name);
  return nameEnd + 1;
}

function readLevel(text: string, open: number, part: { name: string; scope: Scope }): number {
  const { name, scope } = part;
  if (name !== 'location' && name !== 'account') {
    throw invalid('scope', `${quoted(name)} is not an access level: use location[…] or account[…]`);
  }
  if (scope.level !== null) throw invalid('scope', 'must have one access level at most');
  const close = text.indexOf(']', open);
  if (close === -1) throw invalid('scope', `the list of ${name}[ is not closed by ]`);
  if (close + 1 < text.length && text[close + 1] !== ',') throw invalid('scope', 'a comma must follow ]');
  scope.level = name;
  scope.permissions = text
    .slice(open + 1, close)
    .split(',')
    .map(permissionNamed);
  return close + 2;
}

function permissionNamed(name: string): Permission {
  const permission = PERMISSIONS.find((known) => known === name);
  if (permission === undefined) {
    const why = name === '' ? 'the list in brackets has an empty permission' : `${quoted(name)} is not a permission`;
    throw invalid('scope', `${why}: use <resource>.read or <resource>.write of ${RESOURCES.join(', ')}`);
  }
  return permission;
}

function whyNotGeneral(name: string): string {
  if (name === '') return 'has an empty part: separate parts by single commas';
  if (name === 'location' || name === 'account') return `${name} needs a list of permissions: ${name}[…]`;
  return `${quoted(name)} is not a permission: use location[…], account[…], ${GENERAL.join(' or ')}`;
}

function endOfName(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== ',' && text[at] !== '[') at++;
  return at;
}

function canonical(scope: Scope): Scope {
  return {
    level: scope.level,
    permissions: PERMISSIONS.filter((permission) => scope.permissions.includes(permission)),
    general: GENERAL.filter((general) => scope.general.includes(general)),
  };
}

function isGeneral(name: string): name is General {
  return name === 'profile' || name === 'profile_with_email';
}

function quoted(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name);
}
