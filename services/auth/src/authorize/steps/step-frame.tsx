import type { ComponentChildren } from 'preact';
import { outOfBand } from '../clients/redirect-uri.ts';
import { accessDenied } from '../oauth/oauth-error.ts';
import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';
import { answerUrl } from './answer-url.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { Pending } from './open-request.ts';

/** Who is logged in, and the ways out: as another user, or back to the application without an answer from us. */
const Ways = ({ visit, pending: { request, travelling } }: { visit: UserVisit; pending: Pending }) => (
  <p class="hint">
    {`You are logged in as ${visit.user.email}. `}
    <a href={`/back-office/log-in?continue=${encodeURIComponent(travelling.path)}`}>Use another user</a>
    {request.redirect_uri !== outOfBand && (
      <>
        {' · '}
        <a href={backTo(request, visit)}>{`Go back to ${hostOf(request.redirect_uri)}`}</a>
      </>
    )}
  </p>
);

const backTo = (request: AuthorizationRequest, { publicUrl }: UserVisit) =>
  answerUrl(request, publicUrl, accessDenied('The user went back without an answer').fields);

/** The host that the user returns to, with its port. */
export const hostOf = (redirect_uri: string) => new URL(redirect_uri).host;

/** A page on the way of an authorisation. */
export const StepFrame = ({
  title,
  visit,
  pending,
  children,
}: {
  title: string;
  visit: UserVisit;
  pending: Pending;
  children: ComponentChildren;
}) => (
  <Layout title={title} visit={visit} width="narrow">
    {children}
    <Ways visit={visit} pending={pending} />
  </Layout>
);
