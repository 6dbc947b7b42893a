/** How long pushes are also signed with the secret before the last rotation (docs/api/events.md#signature). */
export const previousSecretMs = 24 * 3_600_000;
