/** The page on which a reader chooses the location of the examples. */
export const examplesPath = '/back-office/examples';

/** The same, and back to a page of the documentation. */
export const examplesPathFrom = (path: string) => `${examplesPath}?from=${encodeURIComponent(path)}`;

/** The page to go back to; where the documentation begins if `path` is none of its pages. */
export const docsPath = (path: string | undefined) =>
  path !== undefined && /^\/docs(?:\/[\w-]+)*$/.test(path) ? path : '/docs/reference';
