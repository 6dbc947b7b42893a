import { Name, Notice } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import type { RefusingApp } from '@order-hub/shared/management/connections';
import { logPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';

const shownMax = 5;

/** The owner of the account reads the log of the connection, the owner of the client alone that of the client. */
const logOf = ({ connection_id, client_id, is_own_account }: RefusingApp) =>
  `${logPath({ connection_id, client_id: is_own_account ? undefined : client_id })}?state=refused`;

/** Says first which apps refuse their events (docs/api/back-office.md#apps-with-trouble): nobody gets those orders. */
export function RefusingApps({ apps }: { apps: readonly RefusingApp[] }) {
  const t = texts(useLanguage());
  if (apps.length === 0) return null;
  return (
    <Notice tone="bad">
      <p>{t('refusing_apps')}</p>
      <ul>
        {apps.slice(0, shownMax).map((app) => (
          <li>
            {t('refusing_app', {
              name: <Name>{app.client_name}</Name>,
              status: String(app.status),
              count: app.count,
              log: (text) => <a href={logOf(app)}>{text}</a>,
            })}
          </li>
        ))}
        {apps.length > shownMax && <li>{t('more_refusing_apps', { count: apps.length - shownMax })}</li>}
      </ul>
    </Notice>
  );
}
