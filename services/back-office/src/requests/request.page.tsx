import { Facts, Name, Section, When } from '@order-hub/pages/elements';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { guideUrl } from '@order-hub/shared/error-codes';
import { notFound } from '@order-hub/shared/errors';
import { listRequests, type LoggedRequest } from '@order-hub/shared/management/requests';
import type { AskFor } from '@order-hub/shared/principal-call';
import { logOf, receiverName, belowRequestLog, requestLogPaths, type RequestLogPath } from '../paths/log-path.ts';
import { curlLine } from './curl-line.ts';
import { RequestStatus, bytesInWords, durationInWords, targetOf, unlistedInWords } from './request-words.tsx';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

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

const isUnreachable = (field: string) => field.endsWith('.min_selections');

/** The fields at fault or, of a request without a fault, those that were ignored. */
function fieldsFact({ code, fields }: LoggedRequest, language: PageLanguage) {
  const t = texts(language);
  if (fields.length === 0) return [];
  if (code !== null) return [[t('fields'), <Fields fields={fields} />] as const];
  const about = (
    <>
      <Fields fields={fields} />
      {fields.some(isUnreachable) && <p>{t('about_unreachable')}</p>}
      {!fields.every(isUnreachable) && <p>{t('about_ignored')}</p>}
    </>
  );
  return [[t(fields.every(isUnreachable) ? 'doubtful_fields' : 'ignored_fields'), about] as const];
}

const RequestFacts = ({ request, timezone }: RequestProps) => {
  const language = useLanguage();
  const t = texts(language);
  const { method, code } = request;
  return (
    <Section title={t('request')}>
      <Facts
        facts={[
          [
            t('request'),
            <code>
              {method} {targetOf(request)}
            </code>,
          ],
          [t('request_id'), <code>{request.id}</code>],
          [t('began'), <When at={new Date(request.started_at)} timezone={timezone} seconds />],
          [t('answer'), <RequestStatus status={request.status} />],
          ...(code === null
            ? []
            : [
                [
                  t('code'),
                  <a href={guideUrl('', 'errors', code)}>
                    <code>{code}</code>
                  </a>,
                ] as const,
              ]),
          ...fieldsFact(request, language),
          [t('took'), durationInWords(request, { language })],
          [t('size'), bytesInWords(request, { language })],
          [t('idempotency_key'), request.has_idempotency_key ? t('yes') : t('no')],
          [t('user_agent'), request.user_agent && <Name>{request.user_agent}</Name>],
          ...(request.unlisted === 0 ? [] : [[t('before_it'), unlistedInWords(request, { language })] as const]),
        ]}
      />
      <p class="hint">{t('not_logged', { dots: <code>…</code> })}</p>
    </Section>
  );
};

const CurlSection = ({ line }: { line: string }) => {
  const t = texts(useLanguage());
  return (
    <div id="as-curl">
      <Section title={t('as_curl')}>
        <p>{t('about_curl', { dots: <code>…</code>, token: <code>TOKEN</code> })}</p>
        <pre>{line}</pre>
      </Section>
    </div>
  );
};

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
    show({ log, connection, request }, visit) {
      const t = texts(visit);
      return (
        <Layout
          title={t(log.client_id === undefined ? 'request_of' : 'request_for', {
            name: <Name>{receiverName(log, connection)}</Name>,
          })}
          visit={visit}
          trail={belowRequestLog(log, connection, visit)}
        >
          <RequestFacts request={request} timezone={visit.user.timezone} />
          <CurlSection line={curlLine(visit.publicUrl, request)} />
        </Layout>
      );
    },
  });

/** A request of the log, with a command that repeats it. */
export const requestPages = requestLogPaths.flatMap(requestPage);
