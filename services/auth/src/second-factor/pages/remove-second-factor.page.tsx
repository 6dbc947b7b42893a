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
import { kindInWords } from '../second-factor.ts';
import { secondFactorPath, trail } from './second-factor-path.ts';

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
  show: ({ chosen, factors }, visit, form) => (
    <Layout title="Remove a second factor" visit={visit} trail={trail}>
      <section>
        {factors.length === 0 ? (
          <Empty>You have none.</Empty>
        ) : (
          <Form visit={visit} form={form} submit="Remove" danger cancel={secondFactorPath}>
            <RadioField
              form={form}
              name="factor"
              label="Which one?"
              value={chosen}
              choices={factors.map(({ id, name, kind }) => ({
                value: id,
                label: <Name>{name}</Name>,
                note: kindInWords[kind],
              }))}
            />
            {factors.length === 1 && <p>It is your last one. Without it, your password alone logs you in.</p>}
          </Form>
        )}
      </section>
    </Layout>
  ),
  form: z.object({ factor: textUpTo(idCharsMax).default('') }),
  async submit({ form }, visit, deps: Deps) {
    await removeSecondFactor(deps, sessionContextOf(visit), {}, form);
    return goTo(visit, secondFactorPath, { notice: 'The second factor has been removed.' });
  },
});
