import { z } from 'zod';
import { countryCode } from '@order-hub/shared/country';
import { CountryField } from '@order-hub/pages/country-field';
import { nameSchema } from '@order-hub/shared/names';
import { Form, TextField } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { nothingSelected } from '../../authorization-requests/authorization-request.ts';
import { contextOf } from '../steps/visit-context.ts';
import { createAccountPlace } from './create-place.ts';
import { prefilledFields } from '../../authorization-requests/prefilled-fields.ts';
import { redirectToNextStep } from '../steps/redirect-to-next-step.ts';
import { openRequest, type OpenDeps } from '../steps/open-request.ts';
import type { Quotas } from '../../quotas.ts';
import { StepFrame } from '../steps/step-frame.tsx';
import { stepQuery } from '../steps/step-query.ts';
import { stepPath } from '../steps/steps.ts';
import { texts } from '../texts.ts';

/** Creates an account, and selects it; for a scope of a location, the next page creates one in it. */
export const newAccountPage = page('/oauth2/v1/authorize/new-account', {
  summary: 'Create an account for a connection',
  who: 'user',
  query: stepQuery,
  async load({ query }, visit, deps: OpenDeps & { quotas: Quotas }) {
    const pending = await openRequest(deps, visit, query.request, 'place');
    return { pending, prefilled: prefilledFields(pending.progress.path) };
  },
  show({ pending, prefilled }, visit, form) {
    const t = texts(visit);
    return (
      <StepFrame title={t('create_account_title')} visit={visit} pending={pending}>
        <section>
          <Form visit={visit} form={form} submit={t('create_account')} cancel={stepPath('place', pending.sealed)}>
            <TextField
              form={form}
              name="name"
              label={t('business_name')}
              value={prefilled.account_name}
              required
              autofocus
            />
            <CountryField form={form} value={prefilled.country || (visit.likelyCountry() ?? '')} decidesCurrency />
          </Form>
        </section>
      </StepFrame>
    );
  },
  form: z.strictObject({ name: nameSchema, country: countryCode }),
  async submit({ query, form }, visit, deps) {
    const { progress, request, sealed } = await openRequest(deps, visit, query.request, 'place');
    const account_id = await createAccountPlace(deps, contextOf(visit), {}, form);
    if (request.scope.level === 'location') return goTo(visit, stepPath('new-location', sealed));
    return redirectToNextStep(deps.encryptionKeys, visit, request.scope, {
      ...nothingSelected,
      path: progress.path,
      account_id,
    });
  },
});
