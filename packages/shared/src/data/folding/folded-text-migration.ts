/**
 * The one rule by which text is found as it was typed (docs/decisions/0097-one-rule-folds-text.md). PostgreSQL folds what is
 * stored and what is sought by the same functions, which every schema with a search has.
 */
import type { Migration } from '../migration.ts';
import { leftOut, otherZeros } from './unicode-sets.ts';

const pointsOf = (set: string) => set.trim().split(/\s+/);

const escaped = (point: string) => `\\U${point.padStart(8, '0')}`;

/** A set as part of a class in PostgreSQL's regular expressions. */
const classOf = (set: string) =>
  pointsOf(set)
    .map((range) => range.split('-').map(escaped).join('-'))
    .join('');

const zeros = pointsOf(otherZeros).map((point) => Number.parseInt(point, 16));
const tens = '0123456789';
const otherDigits = zeros.flatMap((zero) => [...tens].map((_, digit) => String.fromCodePoint(zero + digit))).join('');
const digitRanges = zeros
  .map((zero) => [zero, zero + 9].map((point) => escaped(point.toString(16))).join('-'))
  .join('');

/** Accents that stand alone, which people type for an apostrophe. NFKD would make a space and a mark of each. */
const accents = String.raw`\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe`;
const apostrophes = String.raw`\u0060\u02b9-\u02bf\u02c8\u055a\u055f\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c`;
const dashes = String.raw`\u058a\u05be\u1806\u2010-\u2015\u2043\u2053\u2212\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0`;
const spaces = String.raw`\s\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

const punctuation = String.raw`\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007e`;

/** Characters that NFKD and lower case leave apart from those that people type for them. */
const single = { from: 'ς\u0345ıłøđðħŧᲀᲁᲂᲃᲄᲅᲆᲇᲈىیکہة', to: 'σιilodthtвдосттъѣꙋييكهه' };

/** The calling codes of countries. None is the start of another. */
const callingCodes =
  '1|7|2([07]|[1-689][0-9])|3([0-469]|[578][0-9])|4([013-9]|2[0-9])|5([1-8]|[09][0-9])|6([0-6]|[7-9][0-9])|8([1246]|[035789][0-9])|9([0-58]|[679][0-9])';

const createFunctions = `
    -- Nothing here may depend on the search path: PostgreSQL builds indexes with a path of its own. Knex takes a bare question mark
    -- for a binding.
    create function folded_text(value text) returns text
      language plpgsql immutable strict parallel safe as $function$
      declare
        folded text collate "pg_c_utf8" := value;
      begin
        if octet_length(folded) = length(folded) then
          folded := translate(lower(folded), '\`', '''');
        else
          folded := lower(normalize(regexp_replace(folded, '[${accents}]', '''', 'g'), nfkd));
          folded := regexp_replace(folded, '[${apostrophes}]', '''', 'g');
          folded := translate(folded, '${single.from}', '${single.to}');
          folded := regexp_replace(folded, '[${classOf(leftOut)}]+', '', 'g');
          folded := regexp_replace(folded, '[${dashes}]', '-', 'g');
          folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
          if folded ~ '[${digitRanges}]' then
            folded := translate(folded, '${otherDigits}', '${tens.repeat(zeros.length)}');
          end if;
        end if;
        return btrim(regexp_replace(folded, '[${spaces}]+', ' ', 'g'));
      end
      $function$;

    create function searched_words(value text) returns text
      language sql immutable strict parallel safe
      return (
        select coalesce(nullif(btrim(regexp_replace(regexp_replace(folded collate "pg_c_utf8",
            '(\\?<=[[:alnum:]])[^[:alnum:] ]+|[^[:alnum:] ]+(\\?=[[:alnum:]])', ' ', 'g'), '[${punctuation}]+', ' ', 'g')), ''), folded)
        from folded_text(value) as folded);

    create function sought_words(value text) returns text
      language sql immutable strict parallel safe
      return coalesce(nullif(searched_words(regexp_replace(value, ',( |$)', ' ', 'g')), ''), searched_words(value));

    create function phone_digits(value text) returns text
      language sql immutable strict parallel safe
      return regexp_replace(folded_text(value), '[^0-9]', '', 'g');

    create function sought_digits(value text) returns text
      language sql immutable strict parallel safe
      return (
        select case when length(digits) < 3 then null
                    when length(significant) < 3 then right(digits, 8)
                    else right(significant, 8) end
        from (
          select digits, regexp_replace(
              case when folded ~ '^[^0-9+]*([+]|00)' then regexp_replace(digits, '^0*(${callingCodes})', '') else digits end,
              '^0+', '') as significant
          from (select folded, regexp_replace(folded, '[^0-9]', '', 'g') as digits
                from folded_text(value) as folded) as typed
        ) as phone);
  `;

/**
 * `folded_text`: letters without case, marks and spelling variants; one apostrophe, one dash, one space, digits of ASCII.
 * `searched_words`: its words with one space between two; signs alone, such as an emoji, are a word. `sought_words`: those of what is
 * sought, without the commas that pages write between names. `phone_digits`: its digits.
 * `sought_digits`: the last eight digits of a phone, which are the same in all its forms, without a calling code after `+` or
 * `00`; null for fewer than three digits. Empty texts stay empty: who compares with one must find nobody.
 */
export const foldedTextMigration = (name: string): Migration => ({
  name,
  up: createFunctions,
  down: `
    drop function sought_digits(text);
    drop function phone_digits(text);
    drop function sought_words(text);
    drop function searched_words(text);
    drop function folded_text(text);
  `,
});
