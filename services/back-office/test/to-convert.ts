/** Pages with texts that do not come from messages yet. */
export const toConvert: readonly string[] = [];
