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

/** A user with more locations finds the oldest here. */
const locationsMax = 100;

const rights = [
  { value: 'read', label: 'Read', note: 'Orders, catalogs, stock and customers of the location.' },
  { value: 'write', label: 'Read and change', note: 'Changes are real: an order that you create reaches the till.' },
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
  show: ({ locations, back }, visit, form) => (
    <Layout title="Examples with your data" visit={visit} trail={[{ label: 'Documentation', href: '/docs' }]}>
      <Section title="Connect the documentation">
        <p>
          The examples then carry the ids of your location and an access token, and run on their page. It is a
          connection as any other, of your client “Documentation”: you find it at the location and in its audit, and it
          ends by itself after an hour. Only this browser shows the token, while you are logged in.
        </p>
        {locations.length === 0 ? (
          <Empty>
            You have no location yet: <a href="/back-office">add one</a> first.
          </Empty>
        ) : (
          <Form visit={visit} form={form} submit="Connect for an hour" cancel={back}>
            <RadioField
              form={form}
              name="location_id"
              label="Location"
              choices={choicesOf(locations)}
              value={locations[0]?.id}
            />
            <RadioField form={form} name="right" label="What the examples may do" choices={rights} value="read" />
          </Form>
        )}
      </Section>
    </Layout>
  ),
  form: openExampleConnection.input,
  async submit({ query: { from }, form }, visit, { askFor, formKeys }) {
    const { id } = await askFor(openExampleConnection, visit, { params: {}, input: form });
    return goTo(visit, docsPath(from), { examples: exampleCookie(formKeys, visit.sessionSecret, id) });
  },
});
