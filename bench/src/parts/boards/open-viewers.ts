/** Viewers of order boards, each with a stream of its own. */
import { request, type ClientRequest } from 'node:http';
import { streamPath } from '@order-hub/testing/fairness/pages';

/** Whose session it is, and which boards are looked at. */
type Viewing = { port: number; cookie: string; location_ids: readonly string[]; viewersPerBoard: number };

/** Calls `onText` with each part that a viewer of the location receives. */
type Listening = Viewing & { onText: (location_id: string, text: string) => void };

const network = 70;
const patienceMs = 20_000;

/** A gateway counts live pages by address. */
const addressOf = (board: number) => `127.0.${network}.${board + 1}`;

function openStream({ port, cookie, onText }: Listening, location_id: string, board: number): Promise<ClientRequest> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: streamPath(location_id), localAddress: addressOf(board) };
    const sent = request({ ...options, agent: false, headers: { cookie } }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`A viewer got ${incoming.statusCode}`));
      incoming.on('error', () => undefined).setEncoding('utf8');
      incoming.on('data', (text: string) => {
        onText(location_id, text);
        if (text.includes('event: content')) resolve(sent);
      });
    });
    sent.setTimeout(patienceMs).on('error', reject).end();
  });
}

/** Opens the viewers of all boards, and waits until each has seen its board. Returns what closes them. */
export async function openViewers(listening: Listening): Promise<() => void> {
  const streams = await Promise.all(
    listening.location_ids.flatMap((location_id, board) =>
      Array.from({ length: listening.viewersPerBoard }, () => openStream(listening, location_id, board)),
    ),
  );
  return () => {
    for (const stream of streams) stream.destroy();
  };
}
