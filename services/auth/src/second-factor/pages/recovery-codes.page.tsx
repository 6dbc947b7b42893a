import type { Database } from '@order-hub/shared/database';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { pageReply } from '@order-hub/pages/replies';
import { sessionContextOf } from '../../sessions/browser-context.ts';
import { replaceRecoveryCodes } from '../recovery-codes/replace-recovery-codes.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { secondFactorPath, trailFor } from './second-factor-path.ts';
import { texts } from './texts.ts';

/** Replaces the recovery codes, and shows the new ones once. */
export const recoveryCodesPage = page(`${secondFactorPath}/recovery-codes`, {
  summary: 'Create new recovery codes',
  who: 'confirmed',
  show(_data, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('create_recovery')} visit={visit} trail={trailFor(visit)}>
        <section>
          <p>{t('ten_codes')}</p>
          <Form visit={visit} form={form} submit={t('create_codes')} cancel={secondFactorPath} />
        </section>
      </Layout>
    );
  },
  async submit(_given, visit, deps: { db: Database }) {
    const codes = await replaceRecoveryCodes(deps, sessionContextOf(visit));
    return pageReply(visit, <RecoveryCodes visit={visit} codes={codes} continuePath={secondFactorPath} />);
  },
});
