import type { PageLanguage } from '@order-hub/pages/page-language';

/**
 * How a card is shown. `formToken`: null where there are no forms; empty in what is sent to many viewers, whose pages fill their
 * own token in.
 */
export type CardTerms = {
  location_id: string;
  timezone: string;
  language: PageLanguage;
  formToken: string | null;
};
