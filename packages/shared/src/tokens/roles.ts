/** What a user may do at a location or an account (docs/api/back-office.md#people). */

/**
 * The owner of a business; a manager of a location; somebody in its kitchen, who sees orders without money and contact
 * data. A member with the last two works at one location.
 */
export const roleNames = ['owner', 'manager', 'kitchen'] as const;
export type Role = (typeof roleNames)[number];

export const everyRole: readonly Role[] = [...roleNames];
export const managingRoles: readonly Role[] = ['owner', 'manager'];

/** Who may use what does not name its roles. */
export const ownerRole: readonly Role[] = ['owner'];
