import { Section } from '@order-hub/pages/elements';
import type { FormState } from '@order-hub/pages/declared-page';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { tillAnswers, updateTestShop } from '@order-hub/shared/management/test-shops';
import { z } from 'zod';
import { testShopPath } from '../paths/test-shop-path.ts';
import { findTestShop, type TestShopDeps } from './find-test-shop.ts';
import { MakeShopForm } from './make-shop-form.tsx';
import { AboutShop, Behaviour, EndOfShop, NextSteps, PriceForm } from './shop-sections.tsx';
import { wholeNumberText } from './whole-number-text.ts';
import { texts } from './texts.ts';

const noFaults: FormState = { values: {}, faults: [] };

/** The user's test shop and how its simulators behave; or the offer of one. */
export const testShopPage = page(testShopPath, {
  summary: 'The test shop of the user',
  who: 'user',
  load: (_input, visit, deps: TestShopDeps) => findTestShop(deps, visit),
  show({ shop, offer }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('test_shop')} visit={visit} trail={[{ label: t('accounts'), href: '/back-office' }]}>
        {shop ? (
          <>
            <AboutShop shop={shop} visit={visit} />
            <NextSteps shop={shop} visit={visit} />
            <Behaviour shop={shop} visit={visit} form={form} />
            <Section title={t('prices')}>
              <PriceForm visit={visit} form={noFaults} />
            </Section>
            <EndOfShop />
          </>
        ) : (
          <Section title={t('write_against_title')}>
            <p>{t('offer')}</p>
            <MakeShopForm visit={visit} offer={offer} />
          </Section>
        )}
      </Layout>
    );
  },
  form: z.object({
    answer: z.enum(tillAnswers, 'must be one of these'),
    delay_seconds: wholeNumberText,
    minutes_between_orders: wholeNumberText,
  }),
  async submit({ form }, visit, { askFor, shopVisits }) {
    await askFor(updateTestShop, visit, { params: {}, input: form });
    await shopVisits?.visit();
    return goTo(visit, testShopPath, { notice: texts(visit)('behave_so') });
  },
});
