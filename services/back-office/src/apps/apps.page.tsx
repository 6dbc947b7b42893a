import { More, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { listApps } from '@order-hub/shared/management/apps';
import type { AskFor } from '@order-hub/shared/principal-call';
import { afterQuery } from '../queries/after-query.ts';
import { appsPath } from '../paths/apps-path.ts';
import { AppList } from './app-list.tsx';
import { texts } from './texts.ts';

/** How many apps a page of the directory has. */
export const appsShown = 25;

/** The directory: apps that an operator has listed. */
export const appsPage = page('/back-office/apps', {
  summary: 'The directory of apps',
  who: 'user',
  query: afterQuery,
  load: ({ query: { after } }, visit, { askFor }: { askFor: AskFor }) =>
    askFor(listApps, visit, { params: {}, input: { after, count: appsShown } }),
  show({ items, next }, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('directory')} visit={visit}>
        <Section title={t('all_apps')}>
          <p>{t('about_connecting')}</p>
          <AppList apps={items} visit={visit} />
          <More path={appsPath} after={next} />
        </Section>
      </Layout>
    );
  },
});
