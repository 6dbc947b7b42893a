/**
 * What the user of each service may do in RabbitMQ, derived from topics.ts and topology.ts: `configure` what it declares, `write`
 * what it publishes to or binds, `read` what it consumes or binds to, each a regular expression of names; and for the exchange of
 * the messages the routing keys (docs/decisions/0102-a-broker-user-per-service.md).
 */
import { serviceNames, type ServiceName } from '../../../process/neighbours.ts';
import { termsOf, topics, type Topic } from '../../../contracts/topics.ts';
import { deadExchange, deadLetterQueue, echoKey, exchange, replicasQueue } from './topology.ts';

const everyTopic = Object.keys(topics) as Topic[];
const topicsWhere = (isChosen: (topic: Topic) => boolean) => everyTopic.filter(isChosen);

/** A rejected message that an operator lets a consumer try again goes out from that consumer. */
const published = (service: ServiceName) =>
  topicsWhere((topic) => [...termsOf(topic).producers, ...termsOf(topic).consumers].includes(service));
const consumed = (service: ServiceName) => topicsWhere((topic) => termsOf(topic).consumers.includes(service));
const heard = (service: ServiceName) => topicsWhere((topic) => termsOf(topic).listeners.includes(service));
const isPartitioned = (topic: Topic) => termsOf(topic).partitions > 1;

const escaped = (name: string) => name.replaceAll('.', '\\.');
/** One of the patterns and nothing else; `^$` matches no name. */
const oneOf = (patterns: readonly string[]) => (patterns.length > 0 ? `^(${[...new Set(patterns)].join('|')})$` : '^$');

/** The queues of a topic, one or one per partition, whatever their number; and the exchange that says that they are bound. */
const queuesOf = (consumer: ServiceName, topic: Topic) =>
  `${escaped(`${consumer}.${topic}`)}${isPartitioned(topic) ? '(\\.[0-9]+){0,2}' : ''}`;

/** The routing keys of a topic: with one number or two, and the one with which listeners bind. */
const keysOf = (topic: Topic) => `${escaped(topic)}(\\.[0-9]+){1,2}`;
const listenerKey = (topic: Topic) => `${escaped(topic)}\\.\\*`;

/** Queues that the broker names, for listeners and echoes. Only the connection that declares one can use it. */
const unnamedQueues = escaped('amq.gen-') + '.*';
const echoKeys = escaped(echoKey('')) + unnamedQueues;

/** The lasting queues of a consumer. */
function ownQueues(service: ServiceName): string[] {
  const own = consumed(service);
  return own.length === 0
    ? []
    : [
        ...own.map((topic) => queuesOf(service, topic)),
        escaped(deadLetterQueue(service)),
        ...(own.some(isPartitioned) ? [escaped(replicasQueue(service))] : []),
      ];
}

/** With it, a publisher may look whether the queues are there: RabbitMQ 4 lets nobody look who has no right on them. */
const consumersQueues = (topic: Topic) => termsOf(topic).consumers.map((consumer) => queuesOf(consumer, topic));

/** The rights of one service. */
function rightsOf(service: ServiceName) {
  const [sends, reads, hears] = [published(service), consumed(service), heard(service)];
  const own = ownQueues(service);
  const unnamed = hears.length > 0 || sends.some(isPartitioned) ? [unnamedQueues] : [];
  const main = [escaped(exchange)];
  // A queue that has dead letters is declared by whoever may write them.
  const dead = reads.length > 0 ? [escaped(deadExchange)] : [];
  const asks = sends.some(isPartitioned) ? [echoKeys] : [];
  const answers = reads.some(isPartitioned) ? [echoKeys] : [];
  return {
    configure: oneOf([...own, ...unnamed]),
    write: oneOf([...own, ...unnamed, ...(sends.length > 0 ? main : []), ...dead, ...sends.flatMap(consumersQueues)]),
    read: oneOf([...own, ...unnamed, ...main, ...dead]),
    topicWrite: oneOf([...sends.map(keysOf), ...answers]),
    topicRead: oneOf([...reads.map(keysOf), ...hears.map(listenerKey), ...asks]),
  };
}

/** The services that send or receive messages. */
export const brokerUsers: readonly ServiceName[] = serviceNames.filter(
  (service) => published(service).length > 0 || heard(service).length > 0,
);

const vhost = '/';
const lasting = { vhost, durable: true, auto_delete: false, internal: false, arguments: {} };

/**
 * Exchanges and rights as definitions of RabbitMQ. The users, whose passwords are secrets, must exist before. The queues are not
 * among them: their consumers declare them, when all nodes of a cluster are there.
 */
export function brokerDefinitions() {
  const users = brokerUsers.map((user) => ({ user, rights: rightsOf(user) }));
  return {
    vhosts: [{ name: vhost }],
    permissions: users.map(({ user, rights: { configure, write, read } }) => ({ user, vhost, configure, write, read })),
    topic_permissions: users.map(({ user, rights: { topicWrite: write, topicRead: read } }) => ({
      user,
      vhost,
      exchange,
      write,
      read,
    })),
    exchanges: [
      { name: exchange, type: 'topic', ...lasting },
      { name: deadExchange, type: 'direct', ...lasting },
    ],
  };
}
