import type { BusOptions } from './bus.ts';
import type { Bus } from './port.ts';

export function openRabbitmqBus(_options: BusOptions & { amqpUrl: string }): Promise<Bus> {
  return Promise.reject(new Error('not there yet'));
}
