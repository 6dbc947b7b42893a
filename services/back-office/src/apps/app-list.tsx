import { Empty, Name, Tag } from '@order-hub/pages/elements';
import { permissionsOf } from '@order-hub/pages/permissions';
import type { UserVisit } from '@order-hub/pages/visit';
import { logoPath, type ListedApp } from '@order-hub/shared/management/apps';
import { parseScope } from '@order-hub/shared/scopes';
import { texts } from './texts.ts';

const unnamed = { place: null, catalog: null, customer_list: null };

/** A picture that the name beside it explains. */
const Logo = ({ digest }: { digest: string | null }) =>
  digest === null ? (
    <span class="logo" aria-hidden="true" />
  ) : (
    <img class="logo" src={logoPath(digest)} alt="" width={56} height={56} loading="lazy" />
  );

type AppProps = { app: ListedApp; visit: UserVisit };

/** One app. Its start page is on a host that it has registered, so the link leads nowhere else. */
export const AppCard = ({ app, visit }: AppProps) => {
  const t = texts(visit);
  const { name, owner_name, is_verified, description, scope, website, start_url, logo_digest } = app;
  return (
    <article class="app">
      <Logo digest={logo_digest} />
      <div>
        <h3>
          <Name>{name}</Name>{' '}
          {is_verified ? <Tag tone="good">{t('verified')}</Tag> : <Tag tone="quiet">{t('not_verified')}</Tag>}
        </h3>
        {owner_name !== null && <p class="hint">{t('by', { owner: <Name>{owner_name}</Name> })}</p>}
        <p>
          <Name>{description}</Name>
        </p>
        <details>
          <summary>{t('asks_for')}</summary>
          <ul>
            {permissionsOf(parseScope(scope), unnamed, visit).map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </details>
        <p class="actions">
          <a class="button primary" href={start_url} rel="noopener noreferrer">
            {t('connect', { name: <Name>{name}</Name> })}
          </a>
          <a href={website} rel="noopener noreferrer">
            {t('website', { name: <Name>{name}</Name> })}
          </a>
        </p>
      </div>
    </article>
  );
};

/** The apps of a page of the directory. */
export const AppList = ({ apps, visit }: { apps: readonly ListedApp[]; visit: UserVisit }) =>
  apps.length === 0 ? (
    <Empty>{texts(visit)('no_app')}</Empty>
  ) : (
    <>
      {apps.map((app) => (
        <AppCard app={app} visit={visit} />
      ))}
    </>
  );
