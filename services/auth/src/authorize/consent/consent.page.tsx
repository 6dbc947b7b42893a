import type { Ask } from '@order-hub/shared/internal-call';
import type { ComponentChildren } from 'preact';
import { z } from 'zod';
import { outOfBand } from '../clients/redirect-uri.ts';
import { permissionsOf } from '@order-hub/pages/permissions';
import { accessDenied } from '../oauth/oauth-error.ts';
import { Facts, Notice, Section, When } from '@order-hub/pages/elements';
import { page, type FormState } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { answerUrl } from './answer-url.ts';
import { approveRequest } from './approve-request.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { codePage, refusedPage } from './code-page.tsx';
import { findConsent, type Consent } from './find-consent.ts';
import { openRequest, type OpenDeps } from './open-request.ts';
import { unpaid } from './place.ts';
import { refuseClient } from './refuse-client.ts';
import { refuseRequest } from './refuse-request.ts';
import { hostOf, StepFrame } from './step-frame.tsx';
import { stepQuery } from './step-query.ts';
import { stepPath } from './steps.ts';

type Deps = OpenDeps & { ask: Ask; codeSeconds: number };

/** What there is already, and what becomes of it. */
const Existing = ({ consent: { granted }, visit }: { consent: Consent; visit: UserVisit }) => {
  if (!granted) return null;
  const { created_at, blocked_at, disconnected_at } = granted;
  const since = (at: Date) => <When at={at} timezone={visit.user.timezone} />;
  if (disconnected_at) {
    return <Notice tone="quiet">Disconnected on {since(disconnected_at)}. To approve connects it anew.</Notice>;
  }
  if (blocked_at) {
    return <Notice tone="busy">This connection is blocked since {since(blocked_at)}. To approve unblocks it.</Notice>;
  }
  return <Notice tone="quiet">Already connected since {since(created_at)}. To approve changes what it may do.</Notice>;
};

type Fact = readonly [string, ComponentChildren];

/** What is selected, with a way back to each choice. */
function selectedFacts({ place, catalog, customer_list, pending }: Consent): Fact[] {
  const of = (step: string, label: string, name: string | null): Fact[] =>
    name === null ? [] : [[label, <ChangeableName path={stepPath(step, pending.sealed)} name={name} />]];
  const isLocation = place !== null && place.location_id !== null;
  const name = isLocation ? `${place.name} (${place.account_name})` : (place?.name ?? null);
  return [
    ...of('place', isLocation ? 'Location' : 'Account', name),
    ...of('catalog', 'Catalog', catalog),
    ...of('customer-list', 'Customer list', customer_list),
  ];
}

const ChangeableName = ({ path, name }: { path: string; name: string }) => (
  <>
    {name} · <a href={path}>Change</a>
  </>
);

/** Who asks, and where the user is sent afterwards. */
function askingFacts({ client, redirect_uri, ...request }: AuthorizationRequest): Fact[] {
  const isShown = redirect_uri === outOfBand;
  return [
    ['Application', client.name],
    ['Registered by', client.owner_name],
    isShown ? ['Afterwards', 'you are shown a code to copy'] : ['You return to', hostOf(redirect_uri)],
    ...(request.name === null ? [] : [['Name of this connection', request.name] as const]),
  ];
}

const Decision = ({ consent: { place }, visit }: { consent: Consent; visit: UserVisit }) => (
  <form method="post" class="form">
    <input type="hidden" name="form_token" value={visit.formToken} />
    <p class="actions">
      {!place?.suspended && (
        <button class="primary" name="decision" value="approve">
          Approve
        </button>
      )}
      <button name="decision" value="refuse">
        Refuse
      </button>
    </p>
  </form>
);

const Consenting = ({ consent, visit, form }: { consent: Consent; visit: UserVisit; form: FormState }) => {
  const { place, catalog, customer_list, pending } = consent;
  const { client, scope } = pending.request;
  const sentences = permissionsOf(scope, { place: place?.name ?? null, catalog, customer_list });
  return (
    <>
      {form.faults.length > 0 && <Notice tone="bad">Nothing was approved: this form was changed on its way.</Notice>}
      {place?.suspended && <Notice tone="bad">{`${place.name} is suspended. ${unpaid}.`}</Notice>}
      <Existing consent={consent} visit={visit} />
      <section>
        <Facts facts={[...askingFacts(pending.request), ...selectedFacts(consent)]} />
      </section>
      <Section title={`${client.name} will be able to`}>
        <ul>
          {sentences.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
        <p class="hint">You can end this at any time in the back office.</p>
        <Decision consent={consent} visit={visit} />
      </Section>
    </>
  );
};

/** The last word of the user. Its form holds nothing but the decision: the sealed request says what is decided. */
export const consentPage = page('/oauth2/v1/authorize/consent', {
  summary: 'Approve or refuse a connection',
  who: 'user',
  query: stepQuery,
  load: async ({ query }, visit, deps: Deps): Promise<Consent> =>
    findConsent(deps, visit, await openRequest(deps, visit, query.request, 'consent')),
  show: (consent, visit, form) => (
    <StepFrame title={`Connect ${consent.pending.request.client.name}?`} visit={visit} pending={consent.pending}>
      <Consenting consent={consent} visit={visit} form={form} />
    </StepFrame>
  ),
  form: z.strictObject({ decision: z.enum(['approve', 'refuse']) }),
  async submit({ query, form: { decision } }, visit, deps) {
    const pending = await openRequest(deps, visit, query.request, 'consent');
    const { request } = pending;
    const isShown = request.redirect_uri === outOfBand;
    if (decision === 'refuse') {
      await refuseRequest(deps.db, visit, pending);
      if (isShown) return refusedPage(visit, request.client.name);
      return refuseClient(visit, request, accessDenied('The user refused'));
    }
    const code = await approveRequest(deps, visit, pending);
    if (isShown) return codePage(visit, request.client.name, { code, seconds: deps.codeSeconds });
    return goTo(visit, answerUrl(request, visit.publicUrl, { code }));
  },
});
