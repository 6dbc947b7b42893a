import { invalid } from '@order-hub/shared/errors';
import type { AccessLevel } from '@order-hub/shared/scopes';
import { searchedText } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Empty, Name, Notice } from '@order-hub/pages/elements';
import { Form, QueryForm, RadioField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { nothingSelected } from '../../authorization-requests/authorization-request.ts';
import { redirectToNextStep } from '../steps/redirect-to-next-step.ts';
import { contextOf } from '../steps/visit-context.ts';
import { listPlaces, type FoundPlaces } from './list-places.ts';
import { openRequest, type OpenDeps, type PendingRequest } from '../steps/open-request.ts';
import { unpaid, type ConnectionPlace } from './place.ts';
import { PlaceName } from './place-name.tsx';
import { retrievePlace } from './retrieve-place.ts';
import { StepFrame } from '../steps/step-frame.tsx';
import { chosenId, stepQuery } from '../steps/step-query.ts';
import { stepPath } from '../steps/steps.ts';
import { texts } from '../texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Data = FoundPlaces & { pending: PendingRequest; level: AccessLevel; search: string };

const levelOf = ({ request }: PendingRequest): AccessLevel => request.scope.level ?? 'location';

const idOf = ({ location_id, account_id }: ConnectionPlace) => location_id ?? account_id;

/** Shown when the list is too long to show whole. */
const Search = ({ pending, search }: Data) => {
  const t = texts(useLanguage());
  return (
    <QueryForm submit={t('search')}>
      <input type="hidden" name="request" value={pending.sealed} />
      <div class="field">
        <label for="search">{t('search_by_name')}</label>
        <input id="search" name="search" type="search" value={search} maxlength={255} />
      </div>
    </QueryForm>
  );
};

/** Shown when every place is suspended. */
const Suspended = ({ places }: Pick<FoundPlaces, 'places'>) => {
  const t = texts(useLanguage());
  return (
    <Notice tone="bad">
      <p>{`${t('unpaid')}:`}</p>
      <ul>
        {places.map(({ name, account_name, location_id }) => (
          <li>{location_id === null ? name : <PlaceName name={name} account_name={account_name} />}</li>
        ))}
      </ul>
    </Notice>
  );
};

const Choices = ({ data, visit, form }: { data: Data; visit: UserVisit; form: FormState }) => {
  const t = texts(visit);
  const { places, level } = data;
  const accounts = new Set(places.map(({ account_id }) => account_id));
  const [only] = places;
  if (places.every(({ suspended }) => suspended)) return <Suspended places={places} />;
  return (
    <Form visit={visit} form={form} submit={t('continue')}>
      <RadioField
        form={form}
        name="place"
        label={t(`yours_${level}`)}
        value={places.length === 1 && only && !only.suspended ? idOf(only) : null}
        choices={places.map((place) => ({
          value: idOf(place),
          label: <Name>{place.name}</Name>,
          group: level === 'location' && accounts.size > 1 ? place.account_name : undefined,
          disabled: place.suspended,
          note: place.suspended ? t('is_suspended', { why: t('unpaid') }) : undefined,
        }))}
      />
    </Form>
  );
};

const newPath = ({ pending, level }: Data) => stepPath(`new-${level}`, pending.sealed);

const Choosing = ({ data, visit, form }: { data: Data; visit: UserVisit; form: FormState }) => {
  const { places, more, search, level, pending } = data;
  const t = texts(visit);
  const { name } = pending.request.client;
  return (
    <section>
      <p>{t(`wants_${level}`, { name: <Name>{name}</Name> })}</p>
      {(more || search !== '') && <Search {...data} />}
      {more && <p class="hint">{t('first_places', { count: places.length })}</p>}
      {places.length === 0 ? (
        <Empty>{search === '' ? t(`none_${level}`) : t('no_match')}</Empty>
      ) : (
        <Choices data={data} visit={visit} form={form} />
      )}
      <p class="actions">
        <a class="button" href={newPath(data)}>
          {t(`new_${level}`)}
        </a>
      </p>
    </section>
  );
};

/** The user selects the location or account of the connection. */
export const placePage = page('/oauth2/v1/authorize/place', {
  summary: 'Select the location or account for a connection',
  who: 'user',
  query: { ...stepQuery, search: searchedText.default('') },
  async load({ query: { request, search } }, visit, deps: OpenDeps): Promise<Data> {
    const pending = await openRequest(deps, visit, request, 'place');
    const level = levelOf(pending);
    return { pending, level, search, ...(await listPlaces(deps, contextOf(visit), {}, { level, search })) };
  },
  show(data, visit, form) {
    const t = texts(visit);
    return (
      <StepFrame title={t(`choose_${data.level}`)} visit={visit} pending={data.pending}>
        <Choosing data={data} visit={visit} form={form} />
      </StepFrame>
    );
  },
  form: z.strictObject({ place: chosenId }),
  async submit({ query, form }, visit, deps) {
    const pending = await openRequest(deps, visit, query.request, 'place');
    const { scope } = pending.request;
    const bound = { ...nothingSelected, [`${levelOf(pending)}_id`]: form.place };
    const place = await retrievePlace(deps, contextOf(visit), bound);
    if (place?.suspended) throw invalid('place', 'not_allowed', `is suspended. ${unpaid}`);
    return redirectToNextStep(deps.encryptionKeys, visit, scope, { ...bound, path: pending.progress.path });
  },
});
