import type { Ask } from '@order-hub/shared/internal-call';
import { z } from 'zod';
import { nameSchema } from '@order-hub/shared/names';
import { Empty, Name } from '@order-hub/pages/elements';
import { Form, RadioField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { page } from '@order-hub/pages/page';
import type { UserVisit } from '@order-hub/pages/visit';
import { contextOf } from '../steps/visit-context.ts';
import { checkSelected } from './check-selected.ts';
import { createSelectable } from './create-selectable.ts';
import { redirectToNextStep } from '../steps/redirect-to-next-step.ts';
import { listSelectables, type FoundSelectables } from './list-selectables.ts';
import { openAtPlace, type PendingAtPlace } from '../places/open-at-place.ts';
import type { OpenDeps } from '../steps/open-request.ts';
import { catalogKind, customerListKind, type SelectableKind } from './selectable.ts';
import { StepFrame } from '../steps/step-frame.tsx';
import { chosenId, stepQuery } from '../steps/step-query.ts';
import { stepPath } from '../steps/steps.ts';
import { texts } from '../texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Deps = OpenDeps & { ask: Ask };
type Data = { pending: PendingAtPlace } & FoundSelectables;
type Shown = { kind: SelectableKind; data: Data; visit: UserVisit; form: FormState };

const Choices = ({ kind, data: { pending, items }, visit, form }: Shown) => {
  const t = texts(useLanguage());
  return (
    <Form visit={visit} form={form} submit={t('continue')}>
      <RadioField
        form={form}
        name={kind.field}
        label={t(`of_${kind.key}`, { name: <Name>{pending.place.name}</Name> })}
        value={items.length === 1 ? items[0]?.id : pending.progress[kind.field]}
        choices={items.map(({ id, name, of }) => ({
          value: id,
          label: <Name>{name}</Name>,
          note:
            of === null
              ? t('shared', { name: <Name>{pending.place.account_name}</Name> })
              : t('only_of', { name: <Name>{of}</Name> }),
        }))}
      />
    </Form>
  );
};

const Choosing = ({ kind, data, visit, form }: Shown) => {
  const t = texts(visit);
  const { pending, items, more } = data;
  const name = <Name>{pending.place.name}</Name>;
  return (
    <section>
      <p>{t(`asks_for_${kind.key}`, { client: <Name>{pending.request.client.name}</Name>, place: name })}</p>
      {items.length > 0 ? (
        <Choices kind={kind} data={data} visit={visit} form={form} />
      ) : (
        <Empty>{t(`empty_${kind.key}`, { name })}</Empty>
      )}
      {more && <p class="hint">{t('oldest', { count: items.length })}</p>}
      <p class="actions">
        <a class="button" href={stepPath(`new-${kind.step}`, pending.sealed)}>
          {t(`new_${kind.key}`)}
        </a>
      </p>
    </section>
  );
};

/** The user selects the catalog or customer list of the connection. */
const choosingPage = (kind: SelectableKind) =>
  page(`/oauth2/v1/authorize/${kind.step}`, {
    summary: `Select the ${kind.word} for a connection`,
    who: 'user',
    query: stepQuery,
    async load({ query }, visit, deps: Deps): Promise<Data> {
      const pending = await openAtPlace(deps, visit, query.request, kind.step);
      return { pending, ...(await listSelectables(deps, visit, kind, pending.place)) };
    },
    show(data, visit, form) {
      const t = texts(visit);
      return (
        <StepFrame title={t(`choose_${kind.key}`)} visit={visit} pending={data.pending}>
          <Choosing kind={kind} data={data} visit={visit} form={form} />
        </StepFrame>
      );
    },
    form: z.strictObject({ [kind.field]: chosenId }),
    async submit({ query, form }, visit, deps) {
      const { place, progress, request } = await openAtPlace(deps, visit, query.request, kind.step);
      const id = form[kind.field] ?? '';
      await checkSelected(deps, contextOf(visit), kind, { place, id });
      return redirectToNextStep(deps.encryptionKeys, visit, request.scope, { ...progress, [kind.field]: id });
    },
  });

/** Creates a catalog or customer list, and selects it. */
const creatingPage = (kind: SelectableKind) =>
  page(`/oauth2/v1/authorize/new-${kind.step}`, {
    summary: `Create a ${kind.word} for a connection`,
    who: 'user',
    query: stepQuery,
    load: ({ query }, visit, deps: Deps) => openAtPlace(deps, visit, query.request, kind.step),
    show(pending, visit, form) {
      const t = texts(visit);
      return (
        <StepFrame title={t(`new_${kind.key}`)} visit={visit} pending={pending}>
          <section>
            <p>{t('will_belong', { name: <Name>{pending.place.name}</Name> })}</p>
            <Form
              visit={visit}
              form={form}
              submit={t(`create_${kind.key}`)}
              cancel={stepPath(kind.step, pending.sealed)}
            >
              <TextField form={form} name="name" label={t('name')} hint={t(`example_${kind.key}`)} required autofocus />
            </Form>
          </section>
        </StepFrame>
      );
    },
    form: z.strictObject({ name: nameSchema }),
    async submit({ query, form: { name } }, visit, deps) {
      const { place, progress, request } = await openAtPlace(deps, visit, query.request, kind.step);
      const id = await createSelectable(deps, contextOf(visit), kind, { place, name });
      return redirectToNextStep(deps.encryptionKeys, visit, request.scope, { ...progress, [kind.field]: id });
    },
  });

export const selectablePages = [catalogKind, customerListKind].flatMap((kind) => [
  ...choosingPage(kind),
  ...creatingPage(kind),
]);
