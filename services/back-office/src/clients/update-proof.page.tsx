import { Name, Section } from '@order-hub/pages/elements';
import { Form, RadioField } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import { retrieveClient, updateProof } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { clientPath, clientTrail } from '../paths/client-path.ts';
import { texts } from './texts.ts';

const choicesIn = (t: ReturnType<typeof texts>) => [
  { value: 'optional', label: t('proof_checked'), note: t('proof_checked_note') },
  { value: 'needed', label: t('proof_needed'), note: t('proof_needed_note') },
];

/** Decides whether each code of a client needs a proof of its request (docs/api/authentication.md#proof-of-the-request). */
export const updateProofPage = page('/back-office/clients/:client_id/proof', {
  summary: 'What a token request of a client must prove',
  who: 'confirmed',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => askFor(retrieveClient, visit, { params }),
  show(client, visit, form) {
    const t = texts(visit);
    return (
      <Layout
        title={t('proof_of', { name: <Name>{client.name}</Name> })}
        visit={visit}
        trail={clientTrail(client, visit)}
      >
        <Section title={t('proof_of_request')}>
          <p>
            {t('about_proof', { redirect_uri: <code>redirect_uri</code>, code_verifier: <code>code_verifier</code> })}
          </p>
          <Form visit={visit} form={form} submit={t('save')} cancel={clientPath(client.id)}>
            <RadioField
              {...{ form, name: 'proof', choices: choicesIn(t), value: client.needs_proof ? 'needed' : 'optional' }}
              label={t('token_request')}
            />
          </Form>
        </Section>
      </Layout>
    );
  },
  form: z.object({ proof: z.enum(['optional', 'needed']) }),
  async submit({ params, form: { proof } }, visit, { askFor }) {
    const needs_proof = proof === 'needed';
    await askFor(updateProof, visit, { params, input: { needs_proof } });
    return goTo(visit, clientPath(params.client_id), {
      notice: texts(visit)(needs_proof ? 'now_needs_proof' : 'now_needs_no_proof'),
    });
  },
});
