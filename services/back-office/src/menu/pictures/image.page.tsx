import { page } from '@order-hub/pages/page';
import { fullReply } from '@order-hub/shared/full-reply';
import { retrieveMenuImage } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole } from '@order-hub/shared/roles';

/** An untrusted file must be no more than an image: it may not run scripts, or become part of our pages. */
const headers = {
  'Cache-Control': 'private, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** The bytes of a picture of a menu, which never change. */
export const menuImagePage = page('/back-office/locations/:location_id/menus/:catalog_id/images/:image_id', {
  summary: 'A picture of a menu',
  who: 'user',
  roles: everyRole,
  load: ({ params: { catalog_id, image_id } }, visit, { askFor }: { askFor: AskFor }) =>
    askFor(retrieveMenuImage, visit, { params: { catalog_id, image_id } }),
  show: ({ type, data }) =>
    fullReply({ status: 200, headers: { ...headers, 'Content-Type': type }, body: Buffer.from(data, 'base64') }),
});
