import type { PublicContext } from '@order-hub/shared/endpoint';
import { forbidden } from '@order-hub/shared/errors';
import { inWordsOfPage } from '../errors/error-text.ts';
import type { PageStep } from '../page-request.ts';
import { formSecret, isFormToken } from '../visits/form-token.ts';
import { texts } from '../texts.ts';
import type { Visit } from '../visits/visit.ts';

/** Whether a form was sent from this host. Browsers say so; a client that is not a browser has no one to protect. */
function isSameSite({ publicUrl }: Visit, { headers }: PublicContext): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin;
}

/** Throws 403 for a form that does not come from our own page, or is older than the session. */
export const assertOwnForm: PageStep = ({ page: { who }, fields, ctx, visit, deps: { formKeys } }) => {
  const t = texts(visit);
  if (!isSameSite(visit, ctx)) throw inWordsOfPage(forbidden(t('form_of_other_site', { url: visit.publicUrl })));
  if (!isFormToken(formKeys, formSecret(who, visit), fields['form_token'] ?? '')) {
    throw inWordsOfPage(forbidden(t('form_out_of_date')));
  }
  return undefined;
};
