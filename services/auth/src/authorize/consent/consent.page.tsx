import type { Ask } from '@order-hub/shared/internal-call';
import type { ComponentChildren } from 'preact';
import { z } from 'zod';
import { outOfBand } from '@order-hub/shared/redirect-uri';
import { permissionsOf } from '@order-hub/pages/permissions';
import { accessDenied } from '../../oauth/oauth-error.ts';
import { Facts, Name, Notice, Section, When } from '@order-hub/pages/elements';
import { errorText } from '@order-hub/pages/error-text';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { answerUrl } from '../answers/answer-url.ts';
import { approveRequest } from './approve-request.ts';
import type { AuthorizationRequest } from '../../authorization-requests/authorization-request.ts';
import type { ClientWithOwner } from '../../clients/client.ts';
import { codePage, refusedPage } from '../answers/code-page.tsx';
import { contextOf } from '../steps/visit-context.ts';
import { findConsent, type ConsentQuestion } from './find-consent.ts';
import { openRequest, type OpenDeps } from '../steps/open-request.ts';
import { PlaceName } from '../places/place-name.tsx';
import type { Quotas } from '../../quotas.ts';
import { refuseRequest } from './refuse-request.ts';
import { hostOf, StepFrame } from '../steps/step-frame.tsx';
import { stepQuery } from '../steps/step-query.ts';
import { stepPath } from '../steps/steps.ts';
import { texts } from '../texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Deps = OpenDeps & { ask: Ask; codeSeconds: number; quotas: Quotas };

/** The connection that exists already, and what approving does to it. */
const Existing = ({ consent: { granted }, visit }: { consent: ConsentQuestion; visit: UserVisit }) => {
  if (!granted) return null;
  const t = texts(visit);
  const { created_at, blocked_at, disconnected_at } = granted;
  const since = (at: Date) => <When at={at} timezone={visit.user.timezone} />;
  if (disconnected_at) {
    return <Notice tone="quiet">{t('disconnected_on', { time: since(disconnected_at) })}</Notice>;
  }
  if (blocked_at) {
    return <Notice tone="busy">{t('blocked_since', { time: since(blocked_at) })}</Notice>;
  }
  return <Notice tone="quiet">{t('connected_since', { time: since(created_at) })}</Notice>;
};

type Fact = readonly [string, ComponentChildren];

/** The selection, with a link back to each choice. */
function selectedFacts({ place, catalog, customer_list, pending }: ConsentQuestion, visit: UserVisit): Fact[] {
  const t = texts(visit);
  const fact = (step: string, label: string, shown: ComponentChildren): Fact => [
    label,
    <>
      {shown} · <a href={stepPath(step, pending.sealed)}>{t('change')}</a>
    </>,
  ];
  const isLocation = place !== null && place.location_id !== null;
  return [
    ...(isLocation ? [fact('place', t('location'), <PlaceName {...place} />)] : []),
    ...(place && !isLocation ? [fact('place', t('account'), <Name>{place.name}</Name>)] : []),
    ...(catalog === null ? [] : [fact('catalog', t('catalog'), <Name>{catalog}</Name>)]),
    ...(customer_list === null ? [] : [fact('customer-list', t('customer_list'), <Name>{customer_list}</Name>)]),
  ];
}

/** Anyone can register a client under any name, until an operator has verified it. */
const Owner = ({ owner_name, is_verified }: ClientWithOwner) => {
  const t = texts(useLanguage());
  const name = owner_name === null ? <>{t('unnamed_user')}</> : <Name>{owner_name}</Name>;
  return <>{is_verified ? name : t('not_verified', { name })}</>;
};

/** Who asks, and where the user goes afterwards. */
function askingFacts({ client, redirect_uri, ...request }: AuthorizationRequest, visit: UserVisit): Fact[] {
  const t = texts(visit);
  const isShown = redirect_uri === outOfBand;
  return [
    [t('application'), <Name>{client.name}</Name>],
    [t('registered_by'), <Owner {...client} />],
    isShown ? [t('afterwards'), t('code_to_copy')] : [t('return_to'), <bdi>{hostOf(redirect_uri)}</bdi>],
    ...(request.name === null ? [] : [[t('connection_name'), <Name>{request.name}</Name>] as const]),
  ];
}

const Decision = ({ consent: { place, quota_fault }, visit }: { consent: ConsentQuestion; visit: UserVisit }) => {
  const t = texts(useLanguage());
  return (
    <form method="post" class="form">
      <input type="hidden" name="form_token" value={visit.formToken} />
      <p class="actions">
        {!place?.suspended && quota_fault === null && (
          <button class="primary" name="decision" value="approve">
            {t('approve')}
          </button>
        )}
        <button name="decision" value="refuse">
          {t('refuse')}
        </button>
      </p>
    </form>
  );
};

const Consenting = ({ consent, visit, form }: { consent: ConsentQuestion; visit: UserVisit; form: FormState }) => {
  const t = texts(visit);
  const { place, catalog, customer_list, pending, quota_fault } = consent;
  const { client, scope } = pending.request;
  const sentences = permissionsOf(scope, { place: place?.name ?? null, catalog, customer_list }, visit);
  return (
    <>
      {form.faults.length > 0 && <Notice tone="bad">{t('tampered')}</Notice>}
      {place?.suspended && (
        <Notice tone="bad">{t('named_is_suspended', { name: <Name>{place.name}</Name>, why: t('unpaid') })}</Notice>
      )}
      {quota_fault !== null && (
        <Notice tone="bad">{t('end_first', { fault: errorText(visit.language, quota_fault) })}</Notice>
      )}
      <Existing consent={consent} visit={visit} />
      <section>
        <Facts facts={[...askingFacts(pending.request, visit), ...selectedFacts(consent, visit)]} />
      </section>
      <Section title={t('will_be_able', { name: <Name>{client.name}</Name> })}>
        <ul>
          {sentences.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
        <p class="hint">{t('end_any_time')}</p>
        <Decision consent={consent} visit={visit} />
      </Section>
    </>
  );
};

/** The user approves or refuses. The form holds only the decision; the sealed request says what is decided. */
export const consentPage = page('/oauth2/v1/authorize/consent', {
  summary: 'Approve or refuse a connection',
  who: 'user',
  query: stepQuery,
  load: async ({ query }, visit, deps: Deps): Promise<ConsentQuestion> =>
    findConsent(deps, contextOf(visit), await openRequest(deps, visit, query.request, 'consent')),
  show(consent, visit, form) {
    const t = texts(visit);
    return (
      <StepFrame
        title={t('connect_named', { name: <Name>{consent.pending.request.client.name}</Name> })}
        visit={visit}
        pending={consent.pending}
      >
        <Consenting consent={consent} visit={visit} form={form} />
      </StepFrame>
    );
  },
  form: z.strictObject({ decision: z.enum(['approve', 'refuse']) }),
  async submit({ query, form: { decision } }, visit, deps) {
    const pending = await openRequest(deps, visit, query.request, 'consent');
    const { request } = pending;
    const isShown = request.redirect_uri === outOfBand;
    if (decision === 'refuse') {
      await refuseRequest(deps, contextOf(visit), pending);
      if (isShown) return refusedPage(visit, request.client.name);
      return goTo(visit, answerUrl(request, visit.publicUrl, accessDenied('The user refused').fields));
    }
    const code = await approveRequest(deps, contextOf(visit), pending);
    if (isShown) return codePage(visit, request.client.name, { code, seconds: deps.codeSeconds });
    return goTo(visit, answerUrl(request, visit.publicUrl, { code }));
  },
});
