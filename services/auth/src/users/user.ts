/** A person who owns accounts and clients, and authorises connections. The password is no part of it. */
export type User = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  timezone: string;
  locales: string[];
};

/** The form in which an email address is unique: two spellings that differ in case are one address. */
export const emailKey = (email: string) => email.normalize('NFKC').toLowerCase();
