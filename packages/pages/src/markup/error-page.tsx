import type { ApiError } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import { Layout } from './layout.tsx';
import { anonymousReply } from '../visits/replies.ts';

const titles: Partial<Record<number, string>> = {
  403: 'This cannot be done',
  404: 'There is no such page',
  429: 'Please wait a moment',
  500: 'Something went wrong',
  503: 'Please try again in a moment',
  504: 'This may or may not have worked',
};

/** What a browser is shown when a page cannot be shown. */
export const errorPage = (error: ApiError): FullReply =>
  anonymousReply(
    <Layout title={titles[error.status] ?? 'This request is not valid'} visit={null} width="narrow">
      <p>{error.message}.</p>
      <p class="actions">
        {error.status === 503 && (
          <a class="button primary" href="">
            Try again
          </a>
        )}
        <a class="button" href="/back-office">
          To the back office
        </a>
      </p>
    </Layout>,
    error,
  );
