import type { ApiError } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import type { IncomingHttpHeaders } from 'node:http';
import { errorDetail, errorText } from '../errors/error-text.ts';
import { languageOfRefused } from '../languages/page-language.ts';
import { texts } from '../texts.ts';
import { anonymousReply } from '../visits/replies.ts';
import { Layout } from './layout.tsx';

const titles = {
  403: 'error_403',
  404: 'error_404',
  429: 'error_429',
  500: 'error_500',
  503: 'error_503',
  504: 'error_504',
} as const;

const titleOf = (status: number) => (status in titles ? titles[status as keyof typeof titles] : 'error_other');

/** What a browser is shown when a page cannot be shown, in the language of the visitor. */
export function errorPage(error: ApiError, headers: IncomingHttpHeaders): FullReply {
  const language = languageOfRefused(headers);
  const t = texts(language);
  const detail = errorDetail(error);
  const content = (
    <Layout title={t(titleOf(error.status))} visit={null} width="narrow">
      <p>{errorText(language, error)}.</p>
      {detail !== undefined && (
        <p class="hint" lang="en">
          {detail}
        </p>
      )}
      <p class="actions">
        {error.status === 503 && (
          <a class="button primary" href="">
            {t('try_again')}
          </a>
        )}
        <a class="button" href="/back-office">
          {t('to_back_office')}
        </a>
      </p>
    </Layout>
  );
  return anonymousReply(content, { ...error, language });
}
