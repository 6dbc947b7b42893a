import { Name } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { optionListPath, optionPath } from '../menu-path.ts';
import { findOption } from './find-option.ts';
import { texts } from '../texts.ts';
import { PricesForm, pricesForm } from '../prices/prices-form.tsx';
import { savePrices } from '../prices/save-prices.ts';

/** The other prices of an option: at some times, or for some variants. */
export const optionPricesPage = page(
  '/back-office/locations/:location_id/menus/:catalog_id/option-lists/:option_list_id/options/:option_id/prices',
  {
    summary: 'The other prices of an option of a menu',
    who: 'user',
    roles: managingRoles,
    load: ({ params }, visit, { askFor }: { askFor: AskFor }) => findOption(askFor, visit, params),
    show({ ids, option_list, option, variants }, visit, state) {
      const t = texts(visit);
      return (
        <Layout
          title={t('other_prices_of_option', { name: <Name>{option.name}</Name> })}
          visit={visit}
          trail={[
            { label: option_list.name, href: optionListPath(ids) },
            { label: option.name, href: optionPath(ids) },
          ]}
        >
          <section>
            <p>{t('about_other_prices')}</p>
            <PricesForm rules={option.price_overrides} {...{ variants, visit, state }} back={optionPath(ids)} />
          </section>
        </Layout>
      );
    },
    form: pricesForm,
    async submit({ params, form }, visit, deps) {
      const { catalog_id, option_list_id: id, option_id: child_id } = params;
      const typed = form as Readonly<Record<string, string | undefined>>;
      const target = { kind: 'option_list', id, child_id } as const;
      const changed = await savePrices(deps, visit, { catalog_id, target, typed });
      return goTo(visit, optionPath(params), { notice: texts(visit)(changed ? 'saved' : 'nothing_changed') });
    },
  },
);
