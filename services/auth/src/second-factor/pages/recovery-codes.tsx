import { Notice, Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Props = { visit: UserVisit; codes: readonly string[]; continuePath: string };

/** The new recovery codes of a user. They are shown this once. */
export const RecoveryCodes = ({ visit, codes, continuePath }: Props) => {
  const t = texts(useLanguage());
  return (
    <Layout title={t('your_codes')} visit={visit} width="narrow">
      <Section title={t('safe_place')}>
        <p>{t('about_codes')}</p>
        <ul class="codes" aria-label={t('recovery_codes')}>
          {codes.map((code) => (
            <li>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Notice tone="busy">
          <p>{t('not_again')}</p>
        </Notice>
        <p class="actions">
          <a class="button primary" href={continuePath}>
            {t('saved_them')}
          </a>
        </p>
      </Section>
    </Layout>
  );
};
