import { Name } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { invalid } from '@order-hub/shared/errors';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';
import { z } from 'zod';
import type { CallApi } from '../../api/open-api.ts';
import { menuPath, optionListPath } from '../menu-path.ts';
import { findOption } from '../options/find-option.ts';
import { texts } from '../texts.ts';
import { markStock, untilChoices } from './mark-stock.ts';
import { stockNotice, UntilChoice } from './until-choice.tsx';

/** An option is sold out until tomorrow, until told, or available again, as a product is. */
export const optionSoldOutPage = page(
  '/back-office/locations/:location_id/menus/:catalog_id/option-lists/:option_list_id/options/:option_id/sold-out',
  {
    summary: 'Whether an option is sold out',
    who: 'user',
    roles: everyRole,
    load: ({ params }, visit, { askFor }: { askFor: AskFor; callApi: CallApi }) => findOption(askFor, visit, params),
    show({ ids, menu, option_list, option }, visit, state) {
      const t = texts(visit);
      return (
        <Layout
          title={t('is_option_sold_out', { name: <Name>{option.name}</Name> })}
          visit={visit}
          trail={[
            { label: menu.name, href: menuPath(ids) },
            { label: option_list.name, href: optionListPath(ids) },
          ]}
        >
          <section>
            {option.ref === null ? (
              <p>{t('no_ref_of_option')}</p>
            ) : (
              <Form visit={visit} form={state} submit={t('save')} cancel={optionListPath(ids)}>
                <UntilChoice form={state} visit={visit} />
              </Form>
            )}
          </section>
        </Layout>
      );
    },
    form: z.object({ until: z.enum(untilChoices, 'must be chosen') }),
    async submit({ params, form: { until } }, visit, deps) {
      const { option } = await findOption(deps.askFor, visit, params);
      if (option.ref === null) throw invalid('until', 'not_allowed', 'cannot be chosen: this option has no reference');
      await markStock(deps, visit, params, { until, names: [{ option_ref: option.ref }] });
      return goTo(visit, optionListPath(params), { notice: stockNotice(until, option.name, visit) });
    },
  },
);
