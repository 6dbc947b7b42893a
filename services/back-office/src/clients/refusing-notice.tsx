import { Notice } from '@order-hub/pages/elements';
import type { RefusingCallback } from '@order-hub/shared/events-calls';
import { logPath } from '../paths/log-path.ts';

const shownMax = 5;

const linesMax = 100;

type LineProps = { callback: RefusingCallback; client_id: string };

const Line = ({ callback: { connection_id, status, count }, client_id }: LineProps) => (
  <li>
    <a href={`${logPath({ connection_id, client_id })}?state=refused`}>
      <code>{connection_id}</code>
    </a>
    {` answered ${status} to the last ${count.toLocaleString('en')} events.`}
  </li>
);

/** Tells the owner of a client which of its connections refuse their events. */
export const RefusingNotice = ({
  client_id,
  callbacks,
}: {
  client_id: string;
  callbacks: readonly RefusingCallback[];
}) =>
  callbacks.length === 0 ? null : (
    <Notice tone="bad">
      <p>
        Your app refuses its events. After 401, check that it verifies the signature with the current secret. The events
        are kept for 7 days: send them again once it works.
      </p>
      <ul>
        {callbacks.slice(0, shownMax).map((callback) => (
          <Line callback={callback} client_id={client_id} />
        ))}
        {callbacks.length > shownMax && (
          <li>{`${callbacks.length >= linesMax ? 'Many' : callbacks.length - shownMax} more connections.`}</li>
        )}
      </ul>
    </Notice>
  );
