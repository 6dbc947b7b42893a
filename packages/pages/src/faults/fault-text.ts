/**
 * Faults of forms in the language of the page. Rules and services tell them in English, as the API does
 * (packages/shared/src/values/texts/issue-texts.ts): the common ones are known by their text, and any other stays English.
 */
import type { PageLanguage } from '../languages/page-language.ts';
import { texts, type FaultKey } from './texts.ts';

/** The first match counts. A group is the argument `count`. */
const known: readonly (readonly [RegExp, FaultKey])[] = [
  [/^must not be empty$/, 'empty'],
  [/^must have at most ([\d,]+) characters?$/, 'too_long'],
  [/^must have at least ([\d,]+) characters?$/, 'too_short'],
  [/^must be an email address$/, 'not_an_email'],
  [/^must be chosen$/, 'not_chosen'],
  [/^must be a(?:n http\(s\))? URL/, 'not_a_url'],
  [/^must be (?:a number|a decimal number|an amount)/, 'not_a_number'],
  [/^must be a whole number/, 'not_a_whole_number'],
  [/^must be (?:positive|greater than 0)$/, 'not_positive'],
  [/^must not be negative$/, 'negative'],
  [/^must be at most ([\d,]+)$/, 'too_much'],
  [/^must be at least ([\d,]+)$/, 'too_little'],
  [/^must be (?:the name of a timezone|the IANA name of a timezone)/, 'not_a_timezone'],
  [/^must be (?:an ISO 4217 currency code|a currency code|in a currency)/, 'not_a_currency'],
  [/^must be (?:an ISO 8601 date and time|a time as a string)/, 'not_a_time'],
  [/^must be (?:an ISO 8601 date|a date as a string)/, 'not_a_date'],
  [/^must be a time of day/, 'not_a_time_of_day'],
  [/^must be in the future$/, 'not_in_the_future'],
  [/^must be today or later$/, 'past_day'],
  [/^must be at most (\d+) years ahead$/, 'too_far_ahead'],
  [/^is a special day already/, 'special_day_already'],
  [/^must follow from/, 'ends_too_early'],
  [/^must be one of /, 'not_one_of_these'],
  [/^must have no control or text direction characters$/, 'invisible'],
  [/^must (?:not hold the character U\+0000|be well-formed Unicode)/, 'unreadable'],
  [/^must be up to ([\d,]+) language tags/, 'not_language_tags'],
  [/^is used by another user$/, 'used'],
  [/^is too easy to guess/, 'easy_to_guess'],
  [/^is wrong\. Check that the clock/, 'wrong_code'],
  [/^is wrong or has been used already$/, 'wrong_or_used'],
  [/^address or password is wrong$/, 'wrong_credentials'],
  [/^is your last one, and operators need one/, 'last_factor'],
  [/^was not created\. Please try again$/, 'not_created'],
  [/^cannot be added: you may have (\d+) second factors$/, 'too_many_factors'],
  [/^is suspended\. The subscription has not been paid/, 'suspended'],
  [/^is wrong$/, 'wrong'],
  [/^is no longer valid$/, 'over'],
  [/^(?:is missing; |must be a text$)/, 'missing'],
];

/** The fault in the language of the page. */
export function faultText(language: PageLanguage, message: string): string {
  if (language === 'en') return message;
  for (const [pattern, key] of known) {
    const found = pattern.exec(message);
    if (found) return texts(language)(key, { count: Number((found[1] ?? '').replaceAll(',', '')) });
  }
  return message;
}
