import { Name, When } from '@order-hub/pages/elements';
import { connectionPath } from '../../paths/connection-path.ts';
import { examplesPathFrom } from './examples-path.ts';
import type { ExampleVisit } from './find-example-connection.ts';
import { exampleIds } from './example-values.ts';

/** Whose examples the page shows. The script reads from it how to send them (packages/pages/assets/examples.js). */
export const ExampleBar = ({ visit, connection, path }: ExampleVisit & { path: string }) => (
  <div
    class="notice quiet examples"
    role="region"
    aria-label="Your examples"
    data-examples={JSON.stringify({
      token: connection.access_token,
      location: connection.location_name,
      ids: exampleIds(connection),
    })}
  >
    <p>
      Examples for{' '}
      <strong>
        <Name>{connection.location_name}</Name>
      </strong>
      , with a token that ends at <When at={connection.expires_at} timezone={visit.user.timezone} />.
    </p>
    <p class="actions">
      <a href={examplesPathFrom(path)}>Choose another location</a>
      <a href={connectionPath(connection.id)}>The connection</a>
      <a href={`${connectionPath(connection.id)}/disconnect`}>End it now</a>
    </p>
  </div>
);

/** On a page of the reference that shows nobody's examples. */
export const ExampleInvitation = ({ path }: { path: string }) => (
  <p class="notice quiet">
    <a href={examplesPathFrom(path)}>Choose one of your locations</a>, and the examples carry its ids and a token, and
    run on this page.
  </p>
);
