/** The languages of the pages. */
export const languages = ['en', 'fr', 'de', 'es', 'it'] as const;

export type Language = (typeof languages)[number];
