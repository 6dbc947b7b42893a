import { secondsBeforeRemoval, type Image } from './image.ts';

/** An image as one client sees it, with that client's private ref only. */
export const viewImage = (image: Image, private_ref: string | null, now: Date) => ({
  id: image.id,
  type: image.type,
  size: image.size,
  md5: image.md5,
  private_ref,
  seconds_before_removal: secondsBeforeRemoval(image, now),
});
