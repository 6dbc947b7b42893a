import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { Section } from '@order-hub/pages/elements';
import { texts } from './texts.ts';

/** The start page, at the hub's own address. */
export const rootPage = page('/', {
  summary: 'What this is',
  who: 'anyone',
  show(_data, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('root_title')} visit={visit}>
        <p>{t('root_text')}</p>
        <Section title={t('for_shops')}>
          <p>{t('for_shops_text')}</p>
          <p class="actions">
            <a class="button primary" href="/back-office">
              {t('open_back_office')}
            </a>
            {!visit.user && (
              <a class="button" href="/back-office/sign-up">
                {t('sign_up')}
              </a>
            )}
          </p>
        </Section>
        <Section title={t('for_developers')}>
          <p>
            {t('addresses', {
              api: <code>{`${visit.publicUrl}/v1`}</code>,
              oauth: <code>{`${visit.publicUrl}/oauth2/v1`}</code>,
            })}
          </p>
          <p class="actions">
            <a class="button primary" href="/docs">
              {t('documentation')}
            </a>
            <a class="button" href="/v1/openapi.json">
              {t('api_document')}
            </a>
            <a class="button" href="/back-office/clients">
              {t('your_clients')}
            </a>
          </p>
        </Section>
      </Layout>
    );
  },
});
