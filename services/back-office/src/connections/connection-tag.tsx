import { Tag, type Tone } from '@order-hub/pages/elements';
import type { ListedConnection } from '@order-hub/shared/management/connections';

type Status = ListedConnection['status'];

const shown: Record<Status, { tone: Tone; word: string }> = {
  active: { tone: 'good', word: 'Active' },
  blocked: { tone: 'busy', word: 'Blocked' },
  suspended: { tone: 'bad', word: 'Suspended' },
  disconnected: { tone: 'quiet', word: 'Disconnected' },
};

/** The status of a connection. */
export const ConnectionTag = ({ status }: { status: Status }) => {
  const { tone, word } = shown[status];
  return <Tag tone={tone}>{word}</Tag>;
};
