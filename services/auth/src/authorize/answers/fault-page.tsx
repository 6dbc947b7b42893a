import type { FullReply } from '@order-hub/shared/full-reply';
import { Layout } from '@order-hub/pages/layout';
import { pageReply } from '@order-hub/pages/replies';
import type { Visit } from '@order-hub/pages/visit';
import { texts } from '../texts.ts';

/** The link by which the user tells the application of the fault. */
type WayBack = { label: string; href: string };

/**
 * Shows the fault of an authorisation request, in English for those who can fix it. Nobody is redirected by it: a fault leads to an application only when the user
 * follows the link, and only to a redirect URI that it has registered (RFC 9700, 4.11.2).
 */
export const faultPage = (visit: Visit, message: string, back?: WayBack): FullReply => {
  const t = texts(visit);
  return pageReply(
    visit,
    <Layout title={t('cannot_connect')} visit={visit} width="narrow">
      <section>
        <p>{t('request_wrong')}</p>
        <p>{t('only_makers')}</p>
        <p class="hint">{t('for_makers', { fault: <bdi lang="en">{message}</bdi> })}</p>
        {back && (
          <p class="actions">
            <a class="button" href={back.href} rel="noreferrer">
              {back.label}
            </a>
          </p>
        )}
      </section>
    </Layout>,
    400,
  );
};
