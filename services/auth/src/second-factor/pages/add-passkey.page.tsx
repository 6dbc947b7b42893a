import type { Database } from '@order-hub/shared/database';
import { passkeysScript } from '@order-hub/pages/assets';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import type { Mailing } from '../../mails/queue-mail.ts';
import type { Quotas } from '../../quotas.ts';
import { sessionContextOf } from '../../sessions/browser-context.ts';
import { browserName } from '../../audit/browser-name.ts';
import { addPasskey } from '../passkeys/add-passkey.ts';
import { beginPasskeyCreation } from '../passkeys/begin-passkey.ts';
import { passkeyForm } from '../second-factor.schema.ts';
import { answerAdded } from './answer-added.tsx';
import { PasskeyPart } from './passkey-part.tsx';
import { secondFactorPath, trailFor } from './second-factor-path.ts';
import { texts } from './texts.ts';

type Deps = { db: Database; publicUrl: string; quotas: Quotas; mailing: Mailing };

/** Lets the browser create a passkey. */
export const addPasskeyPage = page(`${secondFactorPath}/passkey`, {
  summary: 'Add a passkey',
  who: 'confirmed',
  query: continueQuery,
  load: (_given, visit, deps: Deps) => beginPasskeyCreation(deps, sessionContextOf(visit)),
  show(options, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('add_passkey')} visit={visit} trail={trailFor(visit)} script={passkeysScript}>
        <section>
          {options === null ? (
            <p>{t('needs_https')}</p>
          ) : (
            <Form visit={visit} form={form} submit={t('add_the_passkey')} cancel={secondFactorPath}>
              <TextField
                form={form}
                name="name"
                label={t('name')}
                hint={t('device_name')}
                value={browserName(visit.userAgent)}
                required
              />
              <p class="hint">{t('browser_asks')}</p>
              <PasskeyPart form={form} options={options} act="create" />
            </Form>
          )}
        </section>
      </Layout>
    );
  },
  form: passkeyForm,
  submit: async ({ query, form }, visit, deps: Deps) =>
    answerAdded(visit, await addPasskey(deps, sessionContextOf(visit), {}, form), query.continue),
});
