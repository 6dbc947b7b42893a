import { Form, TextField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { Database } from '@order-hub/shared/database';
import { userFields } from '@order-hub/shared/management/users';
import { textUpTo } from '@order-hub/shared/texts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { forgotPasswordPath } from '../paths.ts';
import { browserContextOf } from '../../sessions/browser-context.ts';
import { sendPasswordLink } from './send-password-link.ts';
import { texts } from './texts.ts';

type Deps = { db: Database; mailing: Mailing };

export const forgotPasswordPage = page(forgotPasswordPath, {
  summary: 'Ask for a link with which to set a new password',
  who: 'anyone',
  query: { sent: textUpTo(1).default('') },
  load: ({ query }, _visit, { mailing }: Deps) => ({ isOn: mailing.isOn, isSent: query.sent !== '' }),
  show({ isOn, isSent }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('title')} visit={visit} width="narrow">
        <section>
          {isOn ? (
            <>
              {isSent && <p role="status">{t('sent')}</p>}
              <Form visit={visit} form={form} submit={isSent ? t('send_again') : t('send')}>
                <TextField form={form} name="email" label={t('email')} type="email" autocomplete="username" required />
              </Form>
            </>
          ) : (
            <p>{t('off')}</p>
          )}
        </section>
        <p>{t('log_in', { link: (text) => <a href="/back-office/log-in">{text}</a> })}</p>
      </Layout>
    );
  },
  form: userFields.pick({ email: true }),
  async submit({ form }, visit, deps: Deps) {
    await sendPasswordLink(deps, browserContextOf(visit), {}, form);
    return goTo(visit, `${forgotPasswordPath}?sent=1`);
  },
});
