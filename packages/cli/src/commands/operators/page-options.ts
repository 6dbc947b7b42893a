import { defaulted, optional } from '../../declarations/options.ts';

/** The options of lists that are shown page by page. */
export const pageOptions = {
  count: defaulted('number', 'how many, at most 100', '100'),
  after: optional('cursor', 'the `next` of the page before'),
};
