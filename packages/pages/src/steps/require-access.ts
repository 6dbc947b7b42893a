import type { PageStep } from '../page-request.ts';
import { requireLogin } from '../visits/require-login.ts';

/** Lets in only the visitors that the page is for. */
export const requireAccess: PageStep = ({ page, visit }) => requireLogin(page.who, visit);
