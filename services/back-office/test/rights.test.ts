/**
 * Which part of a location is for which role (docs/api/back-office.md#people). A page says so itself (`roles`); a page that
 * forgets it, or gives more than its part allows, fails here. A new part needs a line.
 */
import { expect, test } from '@jest/globals';
import { everyRole, managingRoles, ownerRole, type Role } from '@order-hub/shared/roles';
import { pagesOf } from '../../auth/test/every-page.ts';
import { endpoints } from '../src/app.ts';

/** `least`: the roles for which each page of the part is; `most`: those for which it may be. The first match counts. */
type Part = { path: RegExp; least: readonly Role[]; most: readonly Role[] };

const exactly = (path: RegExp, roles: readonly Role[]): Part => ({ path, least: roles, most: roles });

const parts: readonly Part[] = [
  exactly(/^$/, everyRole),
  exactly(/^\/leave$/, ['manager', 'kitchen']),
  exactly(/^\/people\/:member_id\/update$/, ownerRole),
  exactly(/^\/(?:people|invitations)(?:\/|$)/, managingRoles),
  { path: /^\/orders(?:\/|$)/, least: managingRoles, most: everyRole },
  exactly(/^\/(?:hours|customers|today)(?:\/|$)/, managingRoles),
  exactly(/^\/menus\/:catalog_id\/(?:import|export)(?:\/|$)/, managingRoles),
  { path: /^\/(?:menus|pause|busy|normal|resume)(?:\/|$)/, least: managingRoles, most: everyRole },
  exactly(/^\/(?:update|events|apps)(?:\/|$)/, ownerRole),
];

const ofLocation = '/back-office/locations/:location_id';
const pages = pagesOf(endpoints).filter(({ who }) => !who.endsWith('operator'));

test.each(pages.filter(({ path }) => path.startsWith(ofLocation)))(
  '$method $path is for the roles of its part',
  (page) => {
    const part = parts.find(({ path }) => path.test(page.path.slice(ofLocation.length)));
    expect(part && 'in a part').toBe('in a part');
    expect(page.roles).toEqual(expect.arrayContaining([...(part?.least ?? [])]));
    expect(part?.most).toEqual(expect.arrayContaining([...page.roles]));
  },
);

const ofOwners = pages.filter(({ path }) => path.includes('/:') && !path.startsWith(ofLocation));

test.each(ofOwners)(
  '$method $path is for owners alone: it is about an account, a connection or a client',
  ({ roles }) => {
    expect(roles).toEqual(ownerRole);
  },
);
