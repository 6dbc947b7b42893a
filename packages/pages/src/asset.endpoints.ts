import { endpoint } from '@order-hub/shared/endpoint';
import { notFound } from '@order-hub/shared/errors';
import { fullReply } from '@order-hub/shared/full-reply';
import { z } from 'zod';
import { assetNamed, icon, type Asset } from './assets.ts';

const send = ({ type, body }: Asset, cache: string) =>
  fullReply({ status: 200, headers: { 'Content-Type': type, 'Cache-Control': cache }, body });

const forever = 'public, max-age=31536000, immutable';

/**
 * The stylesheet, the icon and the script of every page. During an upgrade a page of one release may name the file of
 * another: it gets this release's file, which no browser keeps.
 */
export const assetEndpoints = [
  endpoint('GET /back-office/assets/:id', {
    summary: 'The stylesheet, the icon or the script of the pages',
    access: 'public',
    reply: z.never(),
    handle({ params }) {
      const asset = assetNamed(params.id);
      if (!asset) throw notFound('File');
      return send(asset, asset.id === params.id ? forever : 'no-store');
    },
  }),
  endpoint('GET /favicon.ico', {
    summary: 'The icon, where browsers look for it',
    access: 'public',
    reply: z.never(),
    handle: () => send(icon, 'public, max-age=86400'),
  }),
];
