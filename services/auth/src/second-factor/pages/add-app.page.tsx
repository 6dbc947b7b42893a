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
import { secondFactorPath, trail } from './second-factor-path.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string; quotas: Quotas; mailing: Mailing };

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? '';

/** Shows the secret of a new authenticator app, and takes its first code. */
export const addAppPage = page(`${secondFactorPath}/app`, {
  summary: 'Add an authenticator app',
  who: 'confirmed',
  query: continueQuery,
  load: (_given, visit, deps: Deps) => prepareApp(deps, sessionContextOf(visit)),
  show: ({ secret, uri }, visit, form) => (
    <Layout title="Add an authenticator app" visit={visit} trail={trail}>
      <section>
        <p>Scan this with an authenticator app on your phone.</p>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <p>
          Or type in this key: <code class="key">{inFours(secret)}</code>
        </p>
        <Form visit={visit} form={form} submit="Add the app" cancel={secondFactorPath}>
          <TextField
            form={form}
            name="code"
            label="Code"
            hint="The six digits that the app shows now."
            autocomplete="one-time-code"
            required
          />
          <TextField
            form={form}
            name="name"
            label="Name"
            hint="Tells it apart from your others, such as the name of the phone."
            value="Authenticator app"
            required
          />
        </Form>
      </section>
    </Layout>
  ),
  form: appForm,
  submit: async ({ query, form }, visit, deps: Deps) =>
    answerAdded(visit, await addApp(deps, sessionContextOf(visit), {}, form), query.continue),
});
