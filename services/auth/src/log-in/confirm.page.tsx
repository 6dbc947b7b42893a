import { sessionContextOf } from '../sessions/browser-context.ts';
import type { Database } from '@order-hub/shared/database';
import { passwordCharsMax } from '@order-hub/shared/management/users';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { passkeysScript } from '@order-hub/pages/assets';
import { continueQuery } from '@order-hub/pages/continue-query';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { HiddenEmail, PasswordField } from '../credentials/password-fields.tsx';
import { beginPasskeyUse } from '../second-factor/passkeys/begin-passkey.ts';
import { ProofFields } from '../second-factor/pages/proof-fields.tsx';
import { proofFields } from '../second-factor/second-factor.schema.ts';
import { confirmSession } from './confirm-session.ts';
import { texts } from './texts.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string };

export const confirmPage = page('/back-office/confirm', {
  summary: 'Enter the password again before secrets are shown or factors changed',
  who: 'user',
  query: continueQuery,
  load: async (_given, visit, deps: Deps) => ({
    passkeyOptions: visit.user.has_second_factor ? await beginPasskeyUse(deps, visit, visit.user.id) : null,
  }),
  show({ passkeyOptions }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('still_you')} visit={visit} width="narrow" {...(passkeyOptions && { script: passkeysScript })}>
        <section>
          <p>{t('confirm')}</p>
          <Form visit={visit} form={form} submit={t('continue')} refused={t('not_confirmed')} cancel="/back-office">
            <HiddenEmail email={visit.user.email} />
            <PasswordField form={form} />
            {visit.user.has_second_factor && <ProofFields form={form} passkeyOptions={passkeyOptions} />}
          </Form>
        </section>
      </Layout>
    );
  },
  form: z.object({ password: textUpTo(passwordCharsMax), ...proofFields }),
  async submit({ query, form }, visit, deps: Deps) {
    const hasSecondFactor = visit.user.has_second_factor;
    await confirmSession(deps, sessionContextOf(visit), {}, { ...form, hasSecondFactor });
    return goTo(visit, query.continue);
  },
});
