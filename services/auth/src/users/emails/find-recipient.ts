import type { Queryable } from '@order-hub/shared/database';
import { languages, type Language } from '@order-hub/shared/languages';
import type { PageLanguage } from '@order-hub/pages/page-language';
import type { User } from '../user.ts';
import { findUser } from '../user.store.ts';

const ours = (tag: string | undefined): Language | undefined =>
  languages.find((language) => language === tag?.split('-')[0]);

/** Who gets a mail. `language` and `timezone`: how it is written. */
export type Recipient = { address: string; language: Language; timezone: string };

/** What the user chose, else the first of their languages, else that of the page on which the mail was caused. */
function languageOf({ language, locales: [locale] }: User, spoken: PageLanguage | undefined): Language {
  return language ?? ours(locale) ?? ours(spoken) ?? 'en';
}

/** How mail reaches a user. `spoken`: the language of the page. Throws for a user who does not exist. */
export async function findRecipient(db: Queryable, user_id: string, spoken?: PageLanguage): Promise<Recipient> {
  const user = await findUser(db, user_id);
  if (!user) throw new Error('A mail to a user who does not exist');
  return { address: user.email, language: languageOf(user, spoken), timezone: user.timezone };
}
