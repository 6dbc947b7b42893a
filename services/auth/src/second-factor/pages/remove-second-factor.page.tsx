import type { Database } from '@order-hub/shared/database';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { Empty, Name } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { sessionContextOf } from '../../sessions/browser-context.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { listSecondFactors } from '../list-second-factors.ts';
import { removeSecondFactor } from '../remove-second-factor.ts';
import { secondFactorPath, trailFor } from './second-factor-path.ts';
import { texts } from './texts.ts';

const idCharsMax = 64;

type Deps = { db: Database; mailing: Mailing };

/** Removes a second factor. */
export const removeSecondFactorPage = page(`${secondFactorPath}/remove`, {
  summary: 'Remove a second factor',
  who: 'confirmed',
  query: { factor: textUpTo(idCharsMax).default('') },
  load: async ({ query }, visit, deps: Deps) => ({
    chosen: query.factor,
    ...(await listSecondFactors(deps, sessionContextOf(visit))),
  }),
  show({ chosen, factors }, visit, form) {
    const t = texts(visit);
    return (
      <Layout title={t('remove_factor')} visit={visit} trail={trailFor(visit)}>
        <section>
          {factors.length === 0 ? (
            <Empty>{t('have_none')}</Empty>
          ) : (
            <Form visit={visit} form={form} submit={t('remove')} danger cancel={secondFactorPath}>
              <RadioField
                form={form}
                name="factor"
                label={t('which')}
                value={chosen}
                choices={factors.map(({ id, name, kind }) => ({
                  value: id,
                  label: <Name>{name}</Name>,
                  note: t(kind),
                }))}
              />
              {factors.length === 1 && <p>{t('last_one')}</p>}
            </Form>
          )}
        </section>
      </Layout>
    );
  },
  form: z.object({ factor: textUpTo(idCharsMax).default('') }),
  async submit({ form }, visit, deps: Deps) {
    await removeSecondFactor(deps, sessionContextOf(visit), {}, form);
    return goTo(visit, secondFactorPath, { notice: texts(visit)('was_removed') });
  },
});
