/**
 * Faults of forms in the language of the page. Rules and services tell them in English, as the API does
 * (packages/shared/src/values/faults/issue-texts.ts): the common ones are known by their text, and any other stays English.
 */
import type { PageLanguage } from '../languages/page-language.ts';
import { texts, type FaultKey } from './texts.ts';

/** The first match counts. The first group is the argument `count` or `text`, the second one `to`. */
const known: readonly (readonly [RegExp, FaultKey])[] = [
  [/^must not be empty$/, 'empty'],
  [/^must have at most ([\d,]+) characters?$/, 'too_long'],
  [/^must have at least ([\d,]+) characters?$/, 'too_short'],
  [/^must be an email address$/, 'not_an_email'],
  [/^must be chosen$/, 'not_chosen'],
  [/^must be a(?:n http\(s\))? URL/, 'not_a_url'],
  [/^must be (?:a number|a decimal number|an amount)/, 'not_a_number'],
  [/^must be a whole number/, 'not_a_whole_number'],
  [/^must be (?:positive|a positive integer|greater than 0)$/, 'not_positive'],
  [/^must not be negative/, 'negative'],
  [/^must be at most ([\d,]+)(?:, a week)?$/, 'too_much'],
  [/^must be at least ([\d,]+)$/, 'too_little'],
  [/^must be (?:the name of a timezone|the IANA name of a timezone)/, 'not_a_timezone'],
  [/^must be (?:an ISO 4217 currency code|a currency code|in a currency)/, 'not_a_currency'],
  [/^must be (?:an ISO 8601 date and time|a time as a string)/, 'not_a_time'],
  [/^must be (?:an ISO 8601 date|a date as a string)/, 'not_a_date'],
  [/^must be a time of day/, 'not_a_time_of_day'],
  [/^must be in the future$/, 'not_in_the_future'],
  [/^has passed: choose another time$/, 'time_has_passed'],
  [/^must be today or later$/, 'past_day'],
  [/^must be at most (\d+) years ahead$/, 'too_far_ahead'],
  [/^is a special day already/, 'special_day_already'],
  [/^must be (?:one of |manager or kitchen$|normal, busy or paused$)/, 'not_one_of_these'],
  [/^must have no control or text direction characters$/, 'invisible'],
  [/^must (?:not hold the character U\+0000|be well-formed Unicode)/, 'unreadable'],
  [/^must be up to ([\d,]+) language tags/, 'not_language_tags'],
  [/^is used by another user$/, 'used'],
  [/^is too easy to guess/, 'easy_to_guess'],
  [/^is wrong\. Check that the clock/, 'wrong_code'],
  [/^is wrong or has been used already$/, 'wrong_or_used'],
  [/^address or password is wrong$/, 'wrong_credentials'],
  [/^is your last one, and operators need one/, 'last_factor'],
  [/^is your last one, and (.+) requires one\. /, 'last_required_factor'],
  [/^can be required only by somebody who has one/, 'factor_first'],
  [/^was not created\. Please try again$/, 'not_created'],
  [/^cannot be added: you may have (\d+) second factors$/, 'too_many_factors'],
  [/^is suspended\. The subscription has not been paid/, 'suspended'],
  [/^is the name of another |^must be given: only one sku/, 'name_taken'],
  [/^must be an https URL/, 'not_https'],
  [/^must have the host of one of the redirect URIs: (.+)$/, 'other_host'],
  [/^needs a redirect URI with https first/, 'no_host'],
  [/is not (?:a permission|an access level)|^is not a scope$|^must (?:be a scope|name .*permission)/, 'not_a_scope'],
  [/^must have one access level|^has an empty part|^the list of .* is not closed|^a comma must follow/, 'not_a_scope'],
  [/^must have at most ([\d,]+) KiB$/, 'too_many_kib'],
  [/^must have at most ([\d,]+) MB$/, 'too_many_mb'],
  [/^must have at most ([\d,]+) bytes/, 'too_many_bytes'],
  [/^must have at most ([\d,]+) elements?$/, 'too_many_elements'],
  [/^must have at least one (?:element|slot|condition)/, 'no_element'],
  [/^must be a PNG or JPEG file$/, 'not_a_logo'],
  [/^must be ([\d,]+) to ([\d,]+) pixels wide and high$/, 'not_of_size'],
  [/^must be an image/, 'not_an_image'],
  [/^was cut off/, 'cut_off'],
  [/^must have at least (\d+) digits of (?:a|the) phone number$/, 'too_few_digits'],
  [/^is of a customer with (\d+) loyalty cards already$/, 'too_many_cards'],
  [/^is that of another card|^must be set: another card/, 'card_taken'],
  [/^has been changed by somebody else$/, 'changed'],
  [/^is of an old page\. Scan/, 'old_page'],
  [/^came too late\. Log in again$/, 'too_late'],
  [/^has been added already$/, 'added'],
  [/^need a second factor\. /, 'need_factor'],
  [/^cannot be checked, because the hub lacks the key/, 'unreadable_app'],
  [/^works at this location already$/, 'works_here'],
  [/^owns this location$/, 'owns_it'],
  [/^can be given by the owner only$/, 'owner_only'],
  [/^is not (?:the id|the ref|the private ref|one of your)|^must be (?:the id of |an id$)/, 'unknown'],
  [/^must follow from, or be before the cutoff_time/, 'slot_order'],
  [/^does not fit the opening hours/, 'not_in_hours'],
  [/^make a catalog of more than ([\d,]+) bytes$/, 'menu_too_large'],
  [/^must be in ([A-Z]{3}), the currency/, 'other_currency'],
  [/^must not let guests choose fewer than they must$/, 'fewer_than_needed'],
  [/^must not have more than (\d+) that are chosen at first$/, 'too_many_chosen'],
  [/^must be a decimal string from "0" to "100"/, 'not_a_percentage'],
  [/^must have exactly 8, 12 or 13 digits$/, 'not_a_barcode'],
  [/^is of a disconnected connection/, 'disconnected'],
  [/^is of a message without a body/, 'without_body'],
  [/^is wrong$/, 'wrong'],
  [/^is no longer valid$/, 'over'],
  [/^(?:is missing; |must be a text$)/, 'missing'],
];

const numberIn = (text: string) => Number(text.replaceAll(',', ''));

const valuesOf = ([, text = '', to = '']: RegExpExecArray) => ({ count: numberIn(text), text, to: numberIn(to) });

/** The fault in the language of the page. */
export function faultText(language: PageLanguage, message: string): string {
  if (language === 'en') return message;
  for (const [pattern, key] of known) {
    const found = pattern.exec(message);
    if (found) return texts(language)(key, valuesOf(found));
  }
  return message;
}
