import { Notice, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';

type Props = { visit: UserVisit; codes: readonly string[]; continuePath: string };

/** The new recovery codes of a user. They are shown this once. */
export const RecoveryCodes = ({ visit, codes, continuePath }: Props) => (
  <Layout title="Your recovery codes" visit={visit} width="narrow">
    <Section title="Keep them in a safe place">
      <p>Each code logs you in once, beside your password, if you have lost your second factor.</p>
      <ul class="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Notice tone="busy">
        <p>They are not shown again. Print them, or save them in a password manager.</p>
      </Notice>
      <p class="actions">
        <a class="button primary" href={continuePath}>
          I have saved them
        </a>
      </p>
    </Section>
  </Layout>
);
