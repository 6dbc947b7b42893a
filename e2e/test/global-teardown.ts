const closers: (() => Promise<void>)[] = [];

/** Registers what to close at the end of the run. */
export const keepForTeardown = (close: () => Promise<void>) => void closers.push(close);

/** Closes everything, newest first. */
// eslint-disable-next-line hub/named-exports -- jest asks for it
export default async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
