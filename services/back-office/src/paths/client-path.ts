import type { PageLanguage } from '@order-hub/pages/page-language';
import { texts } from './texts.ts';

/** The page that lists the clients of a user. */
export const clientsPath = '/back-office/clients';

/** The page of a client. */
export const clientPath = (id: string) => `${clientsPath}/${id}`;

/** The parents of a page below that of a client. */
export const clientTrail = ({ id, name }: { id: string; name: string }, visit: { language: PageLanguage }) => [
  { label: texts(visit)('clients'), href: clientsPath },
  { label: name, href: clientPath(id) },
];
