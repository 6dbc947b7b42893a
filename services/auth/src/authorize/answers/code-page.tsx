import type { FullReply } from '@order-hub/shared/full-reply';
import { Name } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { pageReply } from '@order-hub/pages/replies';
import type { Visit } from '@order-hub/pages/visit';
import { texts } from '../texts.ts';

/** Shows the code to the user of an installed application (docs/api/authentication.md#installed-applications). */
export const codePage = (
  visit: Visit,
  client_name: string,
  { code, seconds }: { code: string; seconds: number },
): FullReply => {
  const t = texts(visit);
  const name = <Name>{client_name}</Name>;
  return pageReply(
    visit,
    <Layout title={t('one_more_step')} visit={visit} width="narrow">
      <section>
        <div class="field">
          <label for="code">{t('code_for', { name })}</label>
          <p class="hint" id="code-hint">
            {seconds < 120
              ? t('copy_seconds', { name, seconds })
              : t('copy_minutes', { name, minutes: Math.floor(seconds / 60) })}
          </p>
          <textarea id="code" class="code" rows={3} readonly autofocus aria-describedby="code-hint" spellcheck={false}>
            {code}
          </textarea>
        </div>
        <p>{t('do_not_share')}</p>
      </section>
    </Layout>,
  );
};

/** Shown after a refusal, when there is no address to return to. */
export const refusedPage = (visit: Visit, client_name: string): FullReply => {
  const t = texts(visit);
  return pageReply(
    visit,
    <Layout title={t('nothing_connected')} visit={visit} width="narrow">
      <section>
        <p>{t('refused', { name: <Name>{client_name}</Name> })}</p>
      </section>
    </Layout>,
  );
};
