import { z } from 'zod';
import { isCountry } from '@order-hub/shared/country';
import { CountryField, decidesCurrency } from '@order-hub/pages/country-field';
import { nameSchema } from '@order-hub/shared/names';
import { Form, TextField } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { nothingSelected } from './authorization-request.ts';
import { createPlaceOfAccount } from './create-place.ts';
import { knownFacts } from './known-facts.ts';
import { leadOn } from './lead-on.ts';
import { openRequest, type OpenDeps } from './open-request.ts';
import { StepFrame } from './step-frame.tsx';
import { stepQuery } from './step-query.ts';
import { stepPath } from './steps.ts';

/** A new account, on the way: it is selected, or gets the location that will be. */
export const newAccountPage = page('/oauth2/v1/authorize/new-account', {
  summary: 'Create an account for a connection',
  who: 'user',
  query: stepQuery,
  async load({ query }, visit, deps: OpenDeps) {
    const pending = await openRequest(deps, visit, query.request, 'place');
    return { pending, known: knownFacts(pending.travelling.path) };
  },
  show: ({ pending, known }, visit, form) => (
    <StepFrame title="Create a new account" visit={visit} pending={pending}>
      <section>
        <Form visit={visit} form={form} submit="Create the account" cancel={stepPath('place', pending.sealed)}>
          <TextField
            form={form}
            name="name"
            label="Name of the business"
            value={known.account_name}
            required
            autofocus
          />
          <CountryField form={form} value={known.country} hint={decidesCurrency} />
        </Form>
      </section>
    </StepFrame>
  ),
  form: z.strictObject({ name: nameSchema, country: z.string().refine(isCountry, 'must be chosen') }),
  async submit({ query, form }, visit, deps) {
    const { travelling, request, sealed } = await openRequest(deps, visit, query.request, 'place');
    const account_id = await createPlaceOfAccount(deps.db, visit, form);
    if (request.scope.level === 'location') return goTo(visit, stepPath('new-location', sealed));
    return leadOn(deps.encryptionKeys, visit, request.scope, { ...nothingSelected, path: travelling.path, account_id });
  },
});
