import { Tag, type Tone } from '../pages/elements.tsx';
import { connectionStatus, type Standing, type Status } from './connection.ts';

const shown: Record<Status, { tone: Tone; word: string }> = {
  active: { tone: 'good', word: 'Active' },
  blocked: { tone: 'busy', word: 'Blocked' },
  suspended: { tone: 'bad', word: 'Suspended' },
  disconnected: { tone: 'quiet', word: 'Disconnected' },
};

/** The status of a connection. */
export const ConnectionTag = ({ standing }: { standing: Standing }) => {
  const { tone, word } = shown[connectionStatus(standing)];
  return <Tag tone={tone}>{word}</Tag>;
};
