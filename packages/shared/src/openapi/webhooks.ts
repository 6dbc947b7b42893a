/** The requests that the hub sends to active callbacks (docs/api/events.md#active-callbacks). */
import { externalDocs } from './guide-links.ts';

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header', required: true, description, example },
  schema: { type: 'string' },
});

const acknowledged = { description: 'Acknowledges the event: it is deleted and not sent again.' };

export const webhooks = {
  event: {
    post: {
      operationId: 'receiveEvent',
      tags: ['Events'],
      summary: 'Receive an event',
      description: [
        'The hub posts each event to the `url` of an active callback. The body is that of retrieving the event, byte for',
        'byte, on every attempt. Any status from 200 to 499 within 20 seconds acknowledges, or only one from 200 to 299 if',
        'the callback says so; after anything else the event',
        'is sent again, up to 6 times. An event may arrive more than once, with the same id.',
      ].join(' '),
      externalDocs: externalDocs('docs/api/events.md#active-callbacks'),
      security: [],
      parameters: [
        header(
          'X-Service-Hmac-SHA256',
          'The HMAC-SHA256 of the raw body, keyed with the client secret, in hexadecimal. Ignore an event with another one. An operator may configure other names for the header.',
          'c0535e4be2b79ffd93291305436bf889314e4a3faec05ecffcbb7df31ad9e51a',
        ),
        header('Webhook-Id', 'The id of the event.', '0k3v9x2m7q1c'),
        header('Webhook-Timestamp', 'When this attempt is made, in Unix seconds. Refuse old ones.', '1782000000'),
        header(
          'Webhook-Signature',
          'The signature of Standard Webhooks, with the key `whsec_` and the base64 of the client secret. For 24 hours after a rotation, one with each secret.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
        ),
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
      },
      responses: {
        '2XX': acknowledged,
        '3XX': {
          description: 'Acknowledges the event too, unless the callback says `2xx`; a redirect is not followed.',
        },
        '4XX': {
          description: 'Acknowledges the event too, unless the callback says `2xx`. It is kept as refused for 7 days.',
        },
        '5XX': { description: 'The event is sent again later.' },
      },
    },
  },
};
