import { Tag, type Tone } from '@order-hub/pages/elements';
import type { PageLanguage } from '@order-hub/pages/page-language';
import type { LoggedRequest } from '@order-hub/shared/management/requests';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

const toneOf = (status: number | null): Tone => {
  if (status === null) return 'busy';
  if (status >= 400) return 'bad';
  return status >= 300 ? 'quiet' : 'good';
};

export const RequestStatus = ({ status }: Pick<LoggedRequest, 'status'>) => (
  <Tag tone={toneOf(status)}>{status === null ? texts(useLanguage())('no_answer') : `${status}`}</Tag>
);

/** The status, and the code of an error. */
export const RequestAnswer = ({ request: { status, code } }: { request: LoggedRequest }) => (
  <>
    <RequestStatus status={status} />
    {code !== null && (
      <small class="below">
        <code>{code}</code>
      </small>
    )}
  </>
);

/** `/v1/location/orders?status=new`. */
export const targetOf = ({ path, query }: LoggedRequest): string => (query === null ? path : `${path}?${query}`);

type Speaking = { language: PageLanguage };

export const durationInWords = ({ duration_ms }: LoggedRequest, visit: Speaking): string =>
  texts(visit)('milliseconds', { ms: duration_ms });

export const bytesInWords = ({ bytes_in, bytes_out }: LoggedRequest, visit: Speaking): string =>
  texts(visit)('bytes', { sent: bytes_in, received: bytes_out });

/** Null when none is missing. */
export const unlistedInWords = ({ unlisted }: LoggedRequest, visit: Speaking): string | null =>
  unlisted === 0 ? null : texts(visit)('unlisted', { count: unlisted });
