import { Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { changeTestShopPrices } from '@order-hub/shared/management/test-shops';
import { z } from 'zod';
import { shopPricesPath, testShopPath } from '../paths/test-shop-path.ts';
import type { TestShopDeps } from './find-test-shop.ts';
import { PriceForm } from './shop-sections.tsx';
import { wholeNumberText } from './whole-number-text.ts';
import { texts } from './texts.ts';

/** Lets the till change all prices. */
export const shopPricesPage = page(shopPricesPath, {
  summary: 'Change the prices of the test shop',
  who: 'user',
  show(_data, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('prices_title')} visit={visit} trail={[{ label: t('test_shop'), href: testShopPath }]}>
        <Section title={t('prices')}>
          <PriceForm visit={visit} form={form} />
        </Section>
      </Layout>
    );
  },
  form: z.object({ percent: wholeNumberText }),
  async submit({ form }, visit, { askFor, shopVisits }: TestShopDeps) {
    await askFor(changeTestShopPrices, visit, { params: {}, input: form });
    await shopVisits?.visit();
    return goTo(visit, testShopPath, { notice: texts(visit)('changes_prices', { percent: String(form.percent) }) });
  },
});
