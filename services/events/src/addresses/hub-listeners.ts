/** Where the hub itself listens. No callback goes there, whatever CALLBACK_ALLOWED_NETWORKS allows. */
import { bareHost } from './host-names.ts';

/** `port` is a number as text. */
export type HubListener = { host: string; port: string };

const defaultPorts: Record<string, string> = {
  'http:': '80',
  'https:': '443',
  'postgres:': '5432',
  'postgresql:': '5432',
  'amqp:': '5672',
  'amqps:': '5671',
  'redis:': '6379',
};

/** The port of a URL, or the default one of its protocol. */
export const portOfUrl = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>) => port || (defaultPorts[protocol] ?? '');

/** The listeners that settings name, as URLs or as `host:port`. Throws when a text is neither. */
export const hubListenersOf = (texts: readonly string[]): HubListener[] =>
  texts.map((text) => {
    const url = new URL(text.includes('://') ? text : `http://${text}`);
    return { host: bareHost(url.hostname.toLowerCase()), port: portOfUrl(url) };
  });
