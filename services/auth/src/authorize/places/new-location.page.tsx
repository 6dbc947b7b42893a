import { z } from 'zod';
import { isCountry } from '@order-hub/shared/country';
import { CountryField } from '@order-hub/pages/country-field';
import { nameSchema } from '@order-hub/shared/names';
import { Empty } from '@order-hub/pages/elements';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import { page, type FormState } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { nothingSelected } from './authorization-request.ts';
import { createPlaceOfLocation } from './create-place.ts';
import { knownFacts } from './known-facts.ts';
import { leadOn } from './lead-on.ts';
import { listPlaces } from './list-places.ts';
import { openRequest, type OpenDeps, type Pending } from './open-request.ts';
import type { Place } from './place.ts';
import { outOfDate } from './sealed-request.ts';
import { StepFrame } from './step-frame.tsx';
import { chosenId, stepQuery } from './step-query.ts';
import { stepPath } from './steps.ts';

type Data = { pending: Pending; accounts: Place[]; known: ReturnType<typeof knownFacts> };
type Shown = { data: Data; visit: UserVisit; form: FormState };

const Fields = ({ data: { pending, accounts, known }, visit, form }: Shown) => {
  const choices = accounts.map(({ account_id, name }) => ({ value: account_id, label: name }));
  return (
    <Form visit={visit} form={form} submit="Create the location" cancel={stepPath('place', pending.sealed)}>
      <TextField
        form={form}
        name="name"
        label="Name of the location"
        hint="A restaurant or shop, such as its street."
        value={known.location_name}
        required
        autofocus
      />
      <CountryField form={form} value={known.country} />
      <SelectField form={form} name="account" label="Account that owns it" choices={choices} />
    </Form>
  );
};

/** A new location, on the way: it is selected. */
export const newLocationPage = page('/oauth2/v1/authorize/new-location', {
  summary: 'Create a location for a connection',
  who: 'user',
  query: stepQuery,
  async load({ query }, visit, deps: OpenDeps): Promise<Data> {
    const pending = await openRequest(deps, visit, query.request, 'place');
    const { places } = await listPlaces(deps.db, visit.user, { level: 'account', search: '' });
    return {
      pending,
      accounts: places.filter(({ suspended }) => !suspended),
      known: knownFacts(pending.travelling.path),
    };
  },
  show: (data, visit, form) => (
    <StepFrame title="Create a new location" visit={visit} pending={data.pending}>
      <section>
        {data.accounts.length > 0 ? (
          <Fields data={data} visit={visit} form={form} />
        ) : (
          <>
            <Empty>
              A location belongs to an account, which is a business. You have none to which it could be added.
            </Empty>
            <p class="actions">
              <a class="button primary" href={stepPath('new-account', data.pending.sealed)}>
                Create an account
              </a>
            </p>
          </>
        )}
      </section>
    </StepFrame>
  ),
  form: z.strictObject({
    name: nameSchema,
    country: z.string().refine(isCountry, 'must be chosen'),
    account: chosenId,
  }),
  async submit({ query, form: { account: account_id, ...form } }, visit, deps) {
    const { travelling, request } = await openRequest(deps, visit, query.request, 'place');
    if (request.scope.level !== 'location') throw outOfDate();
    const location_id = await createPlaceOfLocation(deps.db, visit, { ...form, account_id });
    return leadOn(deps.encryptionKeys, visit, request.scope, {
      ...nothingSelected,
      path: travelling.path,
      location_id,
    });
  },
});
