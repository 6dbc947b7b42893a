import { Empty, Name, Section } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { openExampleConnection } from '@order-hub/shared/management/example-connections';
import { listLocations, type ManagedLocation } from '@order-hub/shared/management/locations';
import type { AskFor } from '@order-hub/shared/principal-call';
import { textUpTo } from '@order-hub/shared/texts';
import { exampleCookie } from './example-cookie.ts';
import { docsPath, examplesPath } from './examples-path.ts';
import { texts } from './texts.ts';

/** A user with more locations finds the oldest here. */
const locationsMax = 100;

const rightsIn = (t: ReturnType<typeof texts>) => [
  { value: 'read', label: t('read'), note: t('read_note') },
  { value: 'write', label: t('write'), note: t('write_note') },
];

const choicesOf = (locations: readonly ManagedLocation[]) =>
  locations.map(({ id, name, account_name }) => ({ value: id, label: <Name>{name}</Name>, group: account_name }));

/** Connects the documentation to a location of the reader. */
export const examplesPage = page(examplesPath, {
  summary: 'Choose the location of the examples in the documentation',
  who: 'confirmed',
  query: { from: textUpTo(200).optional() },
  load: async ({ query: { from } }, visit, { askFor }: { askFor: AskFor }) => ({
    locations: (await askFor(listLocations, visit, { params: {}, input: { count: locationsMax } })).items,
    back: docsPath(from),
  }),
  show({ locations, back }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('title')} visit={visit} trail={[{ label: t('documentation'), href: '/docs' }]}>
        <Section title={t('connect_docs')}>
          <p>{t('about')}</p>
          {locations.length === 0 ? (
            <Empty>{t('no_location', { add: (text) => <a href="/back-office">{text}</a> })}</Empty>
          ) : (
            <Form visit={visit} form={form} submit={t('connect_hour')} cancel={back}>
              <RadioField
                form={form}
                name="location_id"
                label={t('location')}
                choices={choicesOf(locations)}
                value={locations[0]?.id}
              />
              <RadioField form={form} name="right" label={t('may_do')} choices={rightsIn(t)} value="read" />
            </Form>
          )}
        </Section>
      </Layout>
    );
  },
  form: openExampleConnection.input,
  async submit({ query: { from }, form }, visit, { askFor, formKeys }) {
    const { id } = await askFor(openExampleConnection, visit, { params: {}, input: form });
    return goTo(visit, docsPath(from), { examples: exampleCookie(formKeys, visit.sessionSecret, id) });
  },
});
