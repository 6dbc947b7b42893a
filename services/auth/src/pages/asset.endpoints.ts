import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { fullReply } from '@order-hub/shared/full-reply';
import { z } from 'zod';
import { assetWith, icon } from './assets.ts';

type Asset = { type: string; body: Buffer };

const send = ({ type, body }: Asset, cache: string) =>
  fullReply({ status: 200, headers: { 'Content-Type': type, 'Cache-Control': cache }, body });

const forGood = 'public, max-age=31536000, immutable';

export const assetEndpoints = [
  endpoint('GET /back-office/assets/:id', {
    summary: 'The stylesheet, the icon or the script of the pages',
    access: 'public',
    reply: z.never(),
    handle({ params }) {
      const found = assetWith(params.id);
      if (!found) throw notFound('File');
      return send(found, forGood);
    },
  }),
  endpoint('GET /favicon.ico', {
    summary: 'The icon, where browsers look for it',
    access: 'public',
    reply: z.never(),
    handle: () => send(icon, 'public, max-age=86400'),
  }),
];
