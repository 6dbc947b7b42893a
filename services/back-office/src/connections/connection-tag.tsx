import { Tag, type Tone } from '@order-hub/pages/elements';
import type { ListedConnection } from '@order-hub/shared/management/connections';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Status = ListedConnection['status'];

const tones: Record<Status, Tone> = { active: 'good', blocked: 'busy', suspended: 'bad', disconnected: 'quiet' };

/** The status of a connection. */
export const ConnectionTag = ({ status }: { status: Status }) => (
  <Tag tone={tones[status]}>{texts(useLanguage())(`status_${status}`)}</Tag>
);
