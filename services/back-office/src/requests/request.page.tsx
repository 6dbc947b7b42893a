import { Facts, Name, Section, When } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { guideUrl } from '@order-hub/shared/error-codes';
import { notFound } from '@order-hub/shared/errors';
import { listRequests, type LoggedRequest } from '@order-hub/shared/management/requests';
import type { AskFor } from '@order-hub/shared/principal-call';
import { logOf, receiverName, belowRequestLog, requestLogPaths, type RequestLogPath } from '../paths/log-path.ts';
import { curlLine } from './curl-line.ts';
import { RequestStatus, bytesInWords, durationInWords, targetOf, unlistedInWords } from './request-words.tsx';

type RequestProps = { request: LoggedRequest; timezone: string };

const Fields = ({ fields }: Pick<LoggedRequest, 'fields'>) => (
  <>
    {fields.map((field) => (
      <div>
        <code>{field}</code>
      </div>
    ))}
  </>
);

const RequestFacts = ({ request, timezone }: RequestProps) => {
  const { method, code, fields } = request;
  return (
    <Section title="Request">
      <Facts
        facts={[
          [
            'Request',
            <code>
              {method} {targetOf(request)}
            </code>,
          ],
          ['Request id', <code>{request.id}</code>],
          ['Began', <When at={new Date(request.started_at)} timezone={timezone} seconds />],
          ['Answer', <RequestStatus status={request.status} />],
          ...(code === null ? [] : [['Code', <a href={guideUrl('', 'errors', code)}>{code}</a>] as const]),
          ...(fields.length === 0 ? [] : [['Fields at fault', <Fields fields={fields} />] as const]),
          ['Took', durationInWords(request)],
          ['Size', bytesInWords(request)],
          ['Idempotency key', request.has_idempotency_key ? 'Yes' : 'No'],
          ['User agent', request.user_agent],
          ...(request.unlisted === 0 ? [] : [['Before it', unlistedInWords(request)] as const]),
        ]}
      />
      <p class="hint">
        Neither the body nor the token is in the log, nor what may be personal data: <code>…</code> stands in its place.
      </p>
    </Section>
  );
};

const CurlSection = ({ line }: { line: string }) => (
  <div id="as-curl">
    <Section title="As curl">
      <p>
        Before you run it, replace each <code>…</code> with a value of your own, and put the access token of the
        connection into <code>TOKEN</code>.
      </p>
      <pre>{line}</pre>
    </Section>
  </div>
);

const requestPage = (path: RequestLogPath) =>
  page(`${path}/:request_id`, {
    summary: 'A request of a connection',
    who: 'user',
    async load({ params }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const input = { client_id, request_id: params.request_id, count: 1 };
      const { items, connection } = await askFor(listRequests, visit, { params: { connection_id }, input });
      const [request] = items;
      if (!request) throw notFound('Request');
      return { log, connection, request };
    },
    show: ({ log, connection, request }, visit) => (
      <Layout
        title={
          <>
            Request {log.client_id === undefined ? 'of' : 'for'} <Name>{receiverName(log, connection)}</Name>
          </>
        }
        visit={visit}
        trail={belowRequestLog(log, connection, visit)}
      >
        <RequestFacts request={request} timezone={visit.user.timezone} />
        <CurlSection line={curlLine(visit.publicUrl, request)} />
      </Layout>
    ),
  });

/** A request of the log, with a command that repeats it. */
export const requestPages = requestLogPaths.flatMap(requestPage);
