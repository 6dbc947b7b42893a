import { Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { notFound } from '@order-hub/shared/errors';
import { openTestShop } from '@order-hub/shared/management/test-shops';
import { openTestShopPath, testShopPath } from '../paths/test-shop-path.ts';
import { findTestShop, type TestShopDeps } from './find-test-shop.ts';
import { MakeShopForm } from './make-shop-form.tsx';
import { texts } from './texts.ts';

/** Makes the user's test shop, and waits a moment until it is filled. */
export const openTestShopPage = page(openTestShopPath, {
  summary: 'Make a test shop',
  who: 'user',
  load: (_input, visit, deps: TestShopDeps) => findTestShop(deps, visit),
  show({ shop, offer }, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('make')} visit={visit} trail={[{ label: t('test_shop'), href: testShopPath }]}>
        <Section title={t('write_against_title')}>
          {shop ? (
            <p>{t('have_already', { shop: (text) => <a href={testShopPath}>{text}</a> })}</p>
          ) : (
            <MakeShopForm visit={visit} offer={offer} />
          )}
        </Section>
      </Layout>
    );
  },
  async submit(_input, visit, { askFor, shopVisits }) {
    if (!shopVisits) throw notFound('Test shop');
    await askFor(openTestShop, visit, { params: {} });
    await shopVisits.visit();
    return goTo(visit, testShopPath, { notice: texts(visit)('is_open') });
  },
});
