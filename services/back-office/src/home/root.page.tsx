import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { Section } from '@order-hub/pages/elements';

/** The start page, at the hub's own address. */
export const rootPage = page('/', {
  summary: 'What this is',
  who: 'anyone',
  show: (_data, visit) => (
    <Layout title="One place for every order" visit={visit}>
      <p>
        This is an order hub. It stands between the places where people order, the tills of restaurants and shops, and
        the apps that help them: all of them exchange orders, deliveries, menus, stock, customers and loyalty points
        through one API.
      </p>
      <Section title="For restaurants and shops">
        <p>Manage your locations, and decide which apps may do what in them.</p>
        <p class="actions">
          <a class="button primary" href="/back-office">
            Open the back office
          </a>
          {!visit.user && (
            <a class="button" href="/back-office/sign-up">
              Create an account
            </a>
          )}
        </p>
      </Section>
      <Section title="For developers">
        <p>
          The API is at <code>{`${visit.publicUrl}/v1`}</code>, the authorisation server at{' '}
          <code>{`${visit.publicUrl}/oauth2/v1`}</code>.
        </p>
        <p class="actions">
          <a class="button primary" href="/docs">
            Documentation
          </a>
          <a class="button" href="/v1/openapi.json">
            API document (OpenAPI)
          </a>
          <a class="button" href="/back-office/clients">
            Your clients
          </a>
        </p>
      </Section>
    </Layout>
  ),
});
