import { Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { endTestShop } from '@order-hub/shared/management/test-shops';
import type { AskFor } from '@order-hub/shared/principal-call';
import { endTestShopPath, testShopPath } from '../paths/test-shop-path.ts';

/** Ends the user's test shop. */
export const endTestShopPage = page(endTestShopPath, {
  summary: 'End the test shop',
  who: 'user',
  show: (_data, visit, form) => (
    <Layout title="End the test shop?" visit={visit} trail={[{ label: 'Test shop', href: testShopPath }]}>
      <Section title="What happens then">
        <ul>
          <li>The simulated till and website stop, and their connections end for good.</li>
          <li>The account with its location, menu, orders and customers stays. Apps of yours stay connected to it.</li>
          <li>A test shop that you make later uses the same account again.</li>
        </ul>
        <Form visit={visit} form={form} submit="End the test shop" danger cancel={testShopPath} />
      </Section>
    </Layout>
  ),
  async submit(_input, visit, { askFor }: { askFor: AskFor }) {
    await askFor(endTestShop, visit, { params: {} });
    return goTo(visit, testShopPath, { notice: 'The test shop has ended.' });
  },
});
