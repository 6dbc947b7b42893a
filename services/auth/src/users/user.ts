import type { Language } from '@order-hub/shared/languages';

/** A person who owns accounts and clients, and authorises connections. Without the hash of the password. */
export type User = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  timezone: string;
  locales: string[];
  /** Whether the user has opened a link that was mailed to `email`. */
  email_verified: boolean;
  /** Of the pages; null for that of the browser. */
  language: Language | null;
  /** Whether the user gets mails about apps with trouble. */
  trouble_mails: boolean;
};

/** A user who has chosen and verified nothing yet. */
export type NewUser = Omit<User, 'language' | 'email_verified' | 'trouble_mails'>;

/** What users may update of themselves. */
export type Profile = Pick<User, 'first_name' | 'last_name' | 'timezone' | 'locales' | 'language' | 'trouble_mails'>;

/** Without `language` or `trouble_mails`, it stays. */
export type ProfileChange = Omit<Profile, 'language' | 'trouble_mails'> & {
  language?: Language | null | undefined;
  trouble_mails?: boolean | undefined;
};

/** The form in which an email address is unique: spellings that differ only in case are one address. */
export const emailKey = (email: string) => email.normalize('NFKC').toLowerCase();
