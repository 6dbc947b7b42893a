import { invalid } from '../values/errors.ts';
import { shortened } from '../values/texts/text-start.ts';

const resources = ['orders', 'customer_list', 'catalog', 'inventory', 'all_customer_lists', 'all_catalogs'] as const;
const rights = ['read', 'write'] as const;
const generalPermissions = ['profile', 'profile_with_email'] as const;
export const scopeCharsMax = 1_024;

export type Resource = (typeof resources)[number];
export type Right = (typeof rights)[number];
export type Permission = `${Resource}.${Right}`;
export type General = (typeof generalPermissions)[number];
export type AccessLevel = 'location' | 'account';

/** What a user allows a connection: permissions at one access level (null without any), and general permissions. */
export type Scope = { level: AccessLevel | null; permissions: Permission[]; general: General[] };

const allPermissions: readonly Permission[] = resources.flatMap((resource) =>
  rights.map((right): Permission => `${resource}.${right}`),
);

/** The resource whose permissions include this one's. Not transitive: `all_catalogs` does not include the inventory. */
const widerResources: Partial<Record<Resource, Resource>> = {
  catalog: 'all_catalogs',
  customer_list: 'all_customer_lists',
};

/**
 * Parses a scope, such as `location[orders.write,catalog.read],profile` (docs/api/authentication.md#scopes). Returns it in
 * canonical order, without repetitions. Throws 422 on the field `scope`, also for spaces, several access levels and more
 * than 1,024 characters.
 */
export function parseScope(text: string): Scope {
  if (text === '') throw invalid('scope', 'empty', 'must name at least one permission');
  if (text.length > scopeCharsMax) throw invalid('scope', 'too_long', `must have at most ${scopeCharsMax} characters`);
  const scope: Scope = { level: null, permissions: [], general: [] };
  let at = 0;
  do at = readPart(text, at, scope);
  while (at <= text.length);
  return canonical(scope);
}

/** The canonical text of a scope: the access level first, lists in the order of docs/api/authentication.md#scopes. */
export function formatScope(scope: Scope): string {
  const { level, permissions, general } = canonical(scope);
  return [...(level === null ? [] : [`${level}[${permissions.join(',')}]`]), ...general].join(',');
}

/**
 * Whether a scope allows what an endpoint needs (docs/api/authentication.md#permissions). `write` includes `read`,
 * `profile_with_email` includes `profile`, and at location level `catalog` includes the inventory (deprecated).
 *
 * `all_catalogs` includes `catalog`, and `all_customer_lists` includes `customer_list`, but not the reverse. Their service
 * decides which catalogs or lists a connection reaches: all of its level with `can(scope, 'all_catalogs.write')`, otherwise
 * only the one it is bound to.
 */
export function can(scope: Scope, needs: Permission | General): boolean {
  if (isGeneral(needs)) return scope.general.includes(needs) || scope.general.includes('profile_with_email');
  const [resource, right] = needs.split('.') as [Resource, Right];
  const wider = widerResources[resource];
  if (holds(scope, resource, right) || (wider !== undefined && holds(scope, wider, right))) return true;
  return resource === 'inventory' && scope.level === 'location' && holds(scope, 'catalog', right);
}

function holds(scope: Scope, resource: Resource, right: Right): boolean {
  return scope.permissions.some((held) => held === `${resource}.write` || held === `${resource}.${right}`);
}

/** Adds the part at `start` to the scope. Returns the start of the next part, which is past the end after the last one. */
function readPart(text: string, start: number, scope: Scope): number {
  const nameEnd = endOfName(text, start);
  const name = text.slice(start, nameEnd);
  if (text[nameEnd] === '[') return readLevel(text, nameEnd, { name, scope });
  if (!isGeneral(name)) throw invalid('scope', 'wrong_format', whyNotGeneral(name));
  scope.general.push(name);
  return nameEnd + 1;
}

function readLevel(text: string, open: number, part: { name: string; scope: Scope }): number {
  const { name, scope } = part;
  if (name !== 'location' && name !== 'account') {
    throw invalid('scope', 'wrong_format', `${quoted(name)} is not an access level: use location[…] or account[…]`);
  }
  if (scope.level !== null) throw invalid('scope', 'inconsistent', 'must have one access level at most');
  const close = text.indexOf(']', open);
  if (close === -1) throw invalid('scope', 'wrong_format', `the list of ${name}[ is not closed by ]`);
  if (close + 1 < text.length && text[close + 1] !== ',')
    throw invalid('scope', 'wrong_format', 'a comma must follow ]');
  scope.level = name;
  scope.permissions = text
    .slice(open + 1, close)
    .split(',')
    .map(permissionNamed);
  return close + 2;
}

function permissionNamed(name: string): Permission {
  const permission = allPermissions.find((known) => known === name);
  if (permission === undefined) {
    const why = name === '' ? 'the list in brackets has an empty permission' : `${quoted(name)} is not a permission`;
    throw invalid(
      'scope',
      'wrong_format',
      `${why}: use <resource>.read or <resource>.write of ${resources.join(', ')}`,
    );
  }
  return permission;
}

function whyNotGeneral(name: string): string {
  if (name === '') return 'has an empty part: separate parts by single commas';
  if (name === 'location' || name === 'account') return `${name} needs a list of permissions: ${name}[…]`;
  return `${quoted(name)} is not a permission: use location[…], account[…], ${generalPermissions.join(' or ')}`;
}

function endOfName(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== ',' && text[at] !== '[') at++;
  return at;
}

function canonical(scope: Scope): Scope {
  return {
    level: scope.level,
    permissions: allPermissions.filter((permission) => scope.permissions.includes(permission)),
    general: generalPermissions.filter((general) => scope.general.includes(general)),
  };
}

function isGeneral(name: string): name is General {
  return name === 'profile' || name === 'profile_with_email';
}

function quoted(name: string): string {
  return JSON.stringify(shortened(name, 40));
}
