import { Tag, type Tone } from '@order-hub/pages/elements';
import type { LoggedRequest } from '@order-hub/shared/management/requests';

const toneOf = (status: number | null): Tone => {
  if (status === null) return 'busy';
  if (status >= 400) return 'bad';
  return status >= 300 ? 'quiet' : 'good';
};

export const RequestStatus = ({ status }: Pick<LoggedRequest, 'status'>) => (
  <Tag tone={toneOf(status)}>{status === null ? 'No answer' : `${status}`}</Tag>
);

/** The status, and the code of an error. */
export const RequestAnswer = ({ request: { status, code } }: { request: LoggedRequest }) => (
  <>
    <RequestStatus status={status} />
    {code !== null && <small class="below">{code}</small>}
  </>
);

/** `/v1/location/orders?status=new`. */
export const targetOf = ({ path, query }: LoggedRequest): string => (query === null ? path : `${path}?${query}`);

export const durationInWords = ({ duration_ms }: LoggedRequest): string => `${duration_ms.toLocaleString('en')} ms`;

const amount = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

export const bytesInWords = ({ bytes_in, bytes_out }: LoggedRequest): string =>
  `${amount(bytes_in, 'byte')} sent, ${amount(bytes_out, 'byte')} received`;

/** Null when none is missing. */
export const unlistedInWords = ({ unlisted }: LoggedRequest): string | null =>
  unlisted === 0 ? null : `${amount(unlisted, 'earlier request')} not listed`;
