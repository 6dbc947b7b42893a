import { z } from 'zod';
import { countryCode } from '@order-hub/shared/country';
import { CountryField } from '@order-hub/pages/country-field';
import { nameSchema } from '@order-hub/shared/names';
import { Empty } from '@order-hub/pages/elements';
import { Form, SelectField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { nothingSelected } from '../../authorization-requests/authorization-request.ts';
import { contextOf } from '../steps/visit-context.ts';
import { createLocationPlace } from './create-place.ts';
import { prefilledFields } from '../../authorization-requests/prefilled-fields.ts';
import { redirectToNextStep } from '../steps/redirect-to-next-step.ts';
import { listPlaces } from './list-places.ts';
import { openRequest, type OpenDeps, type PendingRequest } from '../steps/open-request.ts';
import type { ConnectionPlace } from './place.ts';
import { outOfDate } from '../steps/sealed-request.ts';
import type { Quotas } from '../../quotas.ts';
import { StepFrame } from '../steps/step-frame.tsx';
import { chosenId, stepQuery } from '../steps/step-query.ts';
import { stepPath } from '../steps/steps.ts';
import { texts } from '../texts.ts';

type Data = { pending: PendingRequest; accounts: ConnectionPlace[]; prefilled: ReturnType<typeof prefilledFields> };
type Shown = { data: Data; visit: UserVisit; form: FormState };

const Fields = ({ data: { pending, accounts, prefilled }, visit, form }: Shown) => {
  const t = texts(visit);
  const choices = accounts.map(({ account_id, name }) => ({ value: account_id, label: name }));
  return (
    <Form visit={visit} form={form} submit={t('create_location')} cancel={stepPath('place', pending.sealed)}>
      <TextField
        form={form}
        name="name"
        label={t('location_name')}
        hint={t('location_hint')}
        value={prefilled.location_name}
        required
        autofocus
      />
      <CountryField form={form} value={prefilled.country || (visit.likelyCountry() ?? '')} />
      <SelectField form={form} name="account" label={t('owning_account')} choices={choices} />
    </Form>
  );
};

/** Creates a location, and selects it. */
export const newLocationPage = page('/oauth2/v1/authorize/new-location', {
  summary: 'Create a location for a connection',
  who: 'user',
  query: stepQuery,
  async load({ query }, visit, deps: OpenDeps & { quotas: Quotas }): Promise<Data> {
    const pending = await openRequest(deps, visit, query.request, 'place');
    const { places } = await listPlaces(deps, contextOf(visit), {}, { level: 'account', search: '' });
    return {
      pending,
      accounts: places.filter(({ suspended }) => !suspended),
      prefilled: prefilledFields(pending.progress.path),
    };
  },
  show(data, visit, form) {
    const t = texts(visit);
    return (
      <StepFrame title={t('create_location_title')} visit={visit} pending={data.pending}>
        <section>
          {data.accounts.length > 0 ? (
            <Fields data={data} visit={visit} form={form} />
          ) : (
            <>
              <Empty>{t('no_owning_account')}</Empty>
              <p class="actions">
                <a class="button primary" href={stepPath('new-account', data.pending.sealed)}>
                  {t('create_an_account')}
                </a>
              </p>
            </>
          )}
        </section>
      </StepFrame>
    );
  },
  form: z.strictObject({
    name: nameSchema,
    country: countryCode,
    account: chosenId,
  }),
  async submit({ query, form: { account: account_id, ...form } }, visit, deps) {
    const { progress, request } = await openRequest(deps, visit, query.request, 'place');
    if (request.scope.level !== 'location') throw outOfDate();
    const location_id = await createLocationPlace(deps, contextOf(visit), { account_id }, form);
    return redirectToNextStep(deps.encryptionKeys, visit, request.scope, {
      ...nothingSelected,
      path: progress.path,
      location_id,
    });
  },
});
