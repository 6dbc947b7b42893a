/** A mail in words: plain text and simple HTML that say the same. Without pictures, scripts or anything to fetch. */
import { documentText } from '@order-hub/pages/document-text';
import { formats } from '@order-hub/pages/formats';
import { permissionsOf } from '@order-hub/pages/permissions';
import { textOf } from '@order-hub/pages/text-of';
import { parseScope } from '@order-hub/shared/scopes';
import type { Language } from '@order-hub/shared/languages';
import type { MailFacts, MailKind } from '../mail.ts';
import { plainName } from './plain-name.ts';
import { texts } from './texts.ts';

/** `url`: what the button opens. `hub`: the host of the hub. */
export type WrittenMail = {
  kind: MailKind;
  language: Language;
  timezone: string;
  facts: MailFacts;
  created_at: Date;
  url: string | null;
  hub: string;
};

type Parts = {
  language: Language;
  subject: string;
  paragraphs: readonly string[];
  list: readonly string[];
  button: { label: string; url: string } | null;
  footer: string;
};

const textFrom = ({ paragraphs, list, button, footer }: Parts) =>
  [
    ...paragraphs,
    ...(list.length > 0 ? [list.map((item) => `- ${item}`).join('\n')] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    `-- \n${footer}`,
  ].join('\n\n');

const styles = {
  body: 'margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d1d1f;background:#ffffff',
  block: 'max-width:560px;margin:0 auto',
  button:
    'display:inline-block;padding:12px 20px;border-radius:6px;background:#1f5fbf;color:#ffffff;text-decoration:none;font-weight:bold',
  footer: 'margin-top:32px;font-size:14px;color:#5c5c61',
};

const htmlFrom = ({ language, subject, paragraphs, list, button, footer }: Parts) =>
  documentText(
    language,
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <title>{subject}</title>
      </head>
      <body style={styles.body}>
        <div style={styles.block}>
          <h1 style="font-size:20px">{subject}</h1>
          {paragraphs.map((paragraph) => (
            <p>{paragraph}</p>
          ))}
          {list.length > 0 && (
            <ul>
              {list.map((item) => (
                <li>{item}</li>
              ))}
            </ul>
          )}
          {button && (
            <p>
              <a href={button.url} style={styles.button}>
                {button.label}
              </a>
            </p>
          )}
          <p style={styles.footer}>{footer}</p>
        </div>
      </body>
    </html>,
  );

/** What the fact `scope` allows, one sentence each. */
function rightsIn({ scope, place }: MailFacts, language: Language): string[] {
  if (scope === undefined) return [];
  const names = { place: place ?? null, catalog: null, customer_list: null };
  return permissionsOf(parseScope(scope), names, { language }).map(textOf);
}

/** Facts that are times: ISO 8601 when they are queued. */
const timeFacts = ['since', 'heard_at'];

/** The facts as messages show them: times on the clocks of the recipient, names that others chose as text. */
function shownFacts({ facts, language, timezone }: Pick<WrittenMail, 'facts' | 'language' | 'timezone'>): MailFacts {
  const shown = (name: string, value: string) =>
    timeFacts.includes(name) ? formats(language).at(new Date(value), timezone) : plainName(value);
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, shown(name, value)]));
}

/** The subject, the text and the HTML of a mail. */
export function writeMail({ kind, language, timezone, facts, created_at, url, hub }: WrittenMail) {
  const t = texts(language);
  const names = shownFacts({ facts, language, timezone });
  const values = { ...names, at: formats(language).at(created_at, timezone), hub };
  const parts: Parts = {
    language,
    subject: t(`${kind}_subject`, values),
    paragraphs: t(`${kind}_text`, values).split('\n\n'),
    list: rightsIn({ ...facts, ...(names['place'] !== undefined && { place: names['place'] }) }, language),
    button: url === null ? null : { label: t(`${kind}_button`, values), url },
    footer: t('footer', values),
  };
  return { subject: parts.subject, text: textFrom(parts), html: htmlFrom(parts) };
}
