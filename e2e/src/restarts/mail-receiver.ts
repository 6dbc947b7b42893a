/** The least SMTP server: it takes every mail, and can be made to say nothing. auth/test has one that does everything. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

const endOfMail = '\r\n.\r\n';

/** `isSilent`: whether it greets nobody. */
export async function startMailReceiver() {
  const state = { isSilent: false };
  const sources: string[] = [];
  const sockets = new Set<Socket>();

  function talk(socket: Socket): void {
    let input = '';
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const answer = (line: string) => {
      isData = line === 'DATA';
      say(isData ? '354 go on' : line === 'QUIT' ? '221 bye' : '250 ok');
    };
    const take = () => {
      const end = input.indexOf(isData ? endOfMail : '\r\n');
      if (end < 0) return false;
      const part = input.slice(0, end);
      input = input.slice(end + (isData ? endOfMail.length : 2));
      if (!isData) return (answer(part), true);
      isData = false;
      sources.push(part);
      say('250 taken');
      return true;
    };
    say('220 here');
    socket.on('data', (chunk) => {
      input += chunk.toString('latin1');
      while (take());
    });
  }

  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (!state.isSilent) talk(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    /** The mails as they were sent, oldest first. */
    sources,
    settings: {
      SMTP_SERVER_URL: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SMTP_REQUIRE_TLS: 'false',
      MAIL_FROM: 'hub@hub.example',
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export type MailReceiver = Awaited<ReturnType<typeof startMailReceiver>>;
