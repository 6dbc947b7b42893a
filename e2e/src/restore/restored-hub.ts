import { startHub, type Hub } from '@order-hub/local/hub';
import { unlimited } from '../unlimited.ts';

type Settings = { folder: string; database: string; broker: string | undefined };

/** Starts a hub on a database, over RabbitMQ when a URL is given. `folder` keeps its keys. */
export const startHubOn = ({ folder, database, broker }: Settings): Promise<Hub> =>
  startHub({
    env: {
      ...unlimited,
      HUB_DATA_DIR: folder,
      DATABASE_URL: database,
      AMQP_URL: broker,
      PUBLIC_URL: undefined,
      HOST: '127.0.0.1',
      PORT: '0',
      // So long that a receiver which is away loses no event, and so short that a test can wait for the next attempt.
      CALLBACK_RETRY_BASE_SECONDS: '20',
    },
  });
