import type { ComponentChildren } from 'preact';
import { outOfBand } from '@order-hub/shared/redirect-uri';
import { accessDenied } from '../../oauth/oauth-error.ts';
import { Name } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';
import { answerUrl } from '../answers/answer-url.ts';
import type { AuthorizationRequest } from '../../authorization-requests/authorization-request.ts';
import type { PendingRequest } from './open-request.ts';
import { texts } from '../texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

/** Who is logged in, and links to continue as another user or to go back to the application. */
const Exits = ({ visit, pending: { request, progress } }: { visit: UserVisit; pending: PendingRequest }) => {
  const t = texts(useLanguage());
  return (
    <p class="hint">
      {t('logged_in_as', { email: <Name>{visit.user.email}</Name> })}{' '}
      <a href={`/back-office/log-in?continue=${encodeURIComponent(progress.path)}`}>{t('another_user')}</a>
      {request.redirect_uri !== outOfBand && (
        <>
          {' · '}
          <a href={backTo(request, visit)}>{t('go_back_to', { host: hostOf(request.redirect_uri) })}</a>
        </>
      )}
    </p>
  );
};

const backTo = (request: AuthorizationRequest, { publicUrl }: UserVisit) =>
  answerUrl(request, publicUrl, accessDenied('The user went back without an answer').fields);

/** The host that the user returns to, with its port. */
export const hostOf = (redirect_uri: string) => new URL(redirect_uri).host;

/** The frame of each page of an authorisation. */
export const StepFrame = ({
  title,
  visit,
  pending,
  children,
}: {
  title: ComponentChildren;
  visit: UserVisit;
  pending: PendingRequest;
  children: ComponentChildren;
}) => (
  <Layout title={title} visit={visit} width="narrow">
    {children}
    <Exits visit={visit} pending={pending} />
  </Layout>
);
