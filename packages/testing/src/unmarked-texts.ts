/** Finds what a page in the marked language says without a message: text outside ⟦…⟧. */

/** What users, programs and times say. */
const saidByOthers = /<(bdi|code|pre|time|data|textarea|script|style|svg)\b[^>]*>.*?<\/\1>/gs;
/** A choice that is called as it is sent: the name of a service, of a kind of event, of a method. */
const ownName = /<option value="([^"]*)"[^>]*>\1<\/option>/g;
const spokenAttribute = /\s(?:aria-label|title|placeholder|alt|data-head)="([^"]*)"/g;
const brand = 'Order hub';
/** Stands where a tag was. */
const cut = '\u0000';

function withoutMarked(text: string): string {
  const without = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return without === text ? text : withoutMarked(without);
}

/** `America/New York`: timezones have no other names. */
const timezone = /^(?:UTC|[A-Z][A-Za-z_-]+(?:\/[\w +-]+)+)$/;

const emailAddress = /^\S+@\S+$/;

const isWords = (text: string) => /\p{L}{2,}/u.test(text) && !timezone.test(text) && !emailAddress.test(text);

/** `data`: texts that come from the database, and stand alone in their element, such as the name of an account. */
export function unmarkedTexts(html: string, data: readonly string[]): string[] {
  const page = html.replace(saidByOthers, '').replace(ownName, '');
  const attributes = [...page.matchAll(spokenAttribute)].map(([, value = '']) => withoutMarked(value));
  const texts = withoutMarked(page.replace(/<[^>]*>/g, cut)).split(cut);
  return [...texts, ...attributes]
    .map((text) =>
      text
        .replace(/&[a-z]+;|&#\d+;/g, ' ')
        .replace(/^· /, '')
        .trim(),
    )
    .filter((text) => isWords(text) && !data.includes(text))
    .map((text) => data.reduce((left, name) => left.replaceAll(name, ''), text.replace(brand, '')))
    .filter(isWords);
}
