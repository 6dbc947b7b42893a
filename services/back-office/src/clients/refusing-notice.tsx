import { Notice } from '@order-hub/pages/elements';
import type { RefusingCallback } from '@order-hub/shared/events-calls';
import { logPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

const shownMax = 5;

const linesMax = 100;

type LineProps = { callback: RefusingCallback; client_id: string };

const Line = ({ callback: { connection_id, status, count }, client_id }: LineProps) => (
  <li>
    {texts(useLanguage())('line_answered', {
      id: (
        <a href={`${logPath({ connection_id, client_id })}?state=refused`}>
          <code>{connection_id}</code>
        </a>
      ),
      status: String(status),
      count,
    })}
  </li>
);

/** Tells the owner of a client which of its connections refuse their events. */
export const RefusingNotice = ({
  client_id,
  callbacks,
}: {
  client_id: string;
  callbacks: readonly RefusingCallback[];
}) => {
  const t = texts(useLanguage());
  if (callbacks.length === 0) return null;
  return (
    <Notice tone="bad">
      <p>{t('refuses')}</p>
      <ul>
        {callbacks.slice(0, shownMax).map((callback) => (
          <Line callback={callback} client_id={client_id} />
        ))}
        {callbacks.length > shownMax && (
          <li>
            {callbacks.length >= linesMax
              ? t('many_more')
              : t('more_connections', { count: callbacks.length - shownMax })}
          </li>
        )}
      </ul>
    </Notice>
  );
};
