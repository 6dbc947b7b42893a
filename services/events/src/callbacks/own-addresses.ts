/** Where the hub itself listens: no callback may go there, whatever CALLBACK_ALLOWED_NETWORKS allows. */

import { bareHost } from './bare-host.ts';

/** A listener of the hub. `port` is a number as text. */
export type OwnAddress = { host: string; port: string };

const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'postgres:': '5432',
  'postgresql:': '5432',
  'amqp:': '5672',
  'amqps:': '5671',
  'redis:': '6379',
};

/** The port that a URL leads to, also where it names none. */
export const portOfUrl = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>) => port || (defaultPorts[protocol] ?? '');

/** The listeners that settings name: URLs, or `host:port`. */
export const ownAddressesOf = (texts: readonly string[]): OwnAddress[] =>
  texts.map((text) => {
    const url = new URL(text.includes('://') ? text : `http://${text}`);
    return { host: bareHost(url.hostname.toLowerCase()), port: portOfUrl(url) };
  });
