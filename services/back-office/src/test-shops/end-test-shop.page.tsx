import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { endTestShop } from '@order-hub/shared/management/test-shops';
import type { AskFor } from '@order-hub/shared/principal-call';
import { endTestShopPath, testShopPath } from '../paths/test-shop-path.ts';
import { texts } from './texts.ts';

/** Ends the user's test shop. */
export const endTestShopPage = page(endTestShopPath, {
  summary: 'End the test shop',
  who: 'user',
  show(_data, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('end_title')} visit={visit} trail={[{ label: t('test_shop'), href: testShopPath }]}>
        <Section title={t('what_happens')}>
          <ul>
            <li>{t('end_simulators')}</li>
            <li>{t('end_account')}</li>
            <li>{t('end_again')}</li>
          </ul>
          <Form visit={visit} form={form} submit={t('end')} danger cancel={testShopPath} />
        </Section>
      </Layout>
    );
  },
  async submit(_input, visit, { askFor }: { askFor: AskFor }) {
    await askFor(endTestShop, visit, { params: {} });
    return goTo(visit, testShopPath, { notice: texts(visit)('has_ended') });
  },
});
