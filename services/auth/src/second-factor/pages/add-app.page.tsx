import type { Database } from '@order-hub/shared/database';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { Mailing } from '../../mails/queue-mail.ts';
import type { Quotas } from '../../quotas.ts';
import { sessionContextOf } from '../../sessions/browser-context.ts';
import { addApp } from '../apps/add-app.ts';
import { prepareApp } from '../apps/prepare-app.ts';
import { appForm } from '../second-factor.schema.ts';
import { QrCode } from './qr-code.tsx';
import { answerAdded } from './answer-added.tsx';
import { secondFactorPath, trailFor } from './second-factor-path.ts';
import { texts } from './texts.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string; quotas: Quotas; mailing: Mailing };

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Shows the secret of a new authenticator app, and takes its first code. */
export const addAppPage = page(`${secondFactorPath}/app`, {
  summary: 'Add an authenticator app',
  who: 'confirmed',
  query: continueQuery,
  load: (_given, visit, deps: Deps) => prepareApp(deps, sessionContextOf(visit)),
  show({ secret, uri }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('add_app')} visit={visit} trail={trailFor(visit)}>
        <section>
          <p>{t('scan')}</p>
          <QrCode text={uri} label={t('qr')} />
          <p>{t('type_key', { key: <code class="key">{inFours(secret)}</code> })}</p>
          <Form visit={visit} form={form} submit={t('add_the_app')} cancel={secondFactorPath}>
            <TextField
              form={form}
              name="code"
              label={t('code')}
              hint={t('six_digits')}
              autocomplete="one-time-code"
              required
            />
            <TextField form={form} name="name" label={t('name')} hint={t('phone_name')} value={t('app')} required />
          </Form>
        </section>
      </Layout>
    );
  },
  form: appForm,
  submit: async ({ query, form }, visit, deps: Deps) =>
    answerAdded(visit, await addApp(deps, sessionContextOf(visit), {}, form), query.continue),
});
