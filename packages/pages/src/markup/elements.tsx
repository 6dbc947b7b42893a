/** The elements of pages, except forms. */
import { formatTime } from '@order-hub/shared/times';
import type { ComponentChildren } from 'preact';
import { formats } from '../languages/formats.ts';
import { useLanguage } from '../languages/language-context.ts';
import { texts } from '../texts.ts';

/**
 * A stored name, such as that of a client or an account, inside a sentence. Isolated: the direction in which the name is
 * written does not reorder the sentence.
 */
export const Name = ({ children }: { children: string }) => <bdi>{children}</bdi>;

/** A part of a page with its own heading and, optionally, an action. */
export const Section = ({
  title,
  action,
  children,
}: {
  title: ComponentChildren;
  action?: { label: string; href: string; danger?: boolean };
  children: ComponentChildren;
}) => (
  <section>
    <div class="heading">
      <h2>{title}</h2>
      {action && (
        <a class={action.danger ? 'button danger' : 'button'} href={action.href}>
          {action.label}
        </a>
      )}
    </div>
    {children}
  </section>
);

/** Facts about one thing: names and values. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div>
        <dt>{name}</dt>
        <dd>{value ?? '–'}</dd>
      </div>
    ))}
  </dl>
);

/** Rows of the same kind. A column of buttons has an empty head. On a phone each row is a block whose cells repeat their heading. */
export const Table = ({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly ComponentChildren[])[];
}) => (
  <div class="table" role="region" aria-label={label} tabindex={0}>
    <table>
      <thead>
        <tr>{heads.map((head) => (head === '' ? <td /> : <th scope="col">{head}</th>))}</tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr>
            {cells.map((cell, at) => (
              <td data-head={heads[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Shown in place of an empty list. */
export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;

/** A link to the next page of the list. `after`: the last id shown; null on the last page. */
export const More = ({ path, after }: { path: string; after: string | null }) => {
  const t = texts(useLanguage());
  if (after === null) return null;
  return (
    <p class="actions">
      <a class="button" href={`${path}?after=${after}`}>
        {t('more')}
      </a>
    </p>
  );
};

export type Tone = 'good' | 'bad' | 'busy' | 'quiet';

/** A word for a state. The colour says nothing that the word does not. */
export const Tag = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
);

/** A message the user must read before continuing. */
export const Notice = ({ tone, children }: { tone: Tone; children: ComponentChildren }) => (
  <div class={`notice ${tone}`}>{children}</div>
);

/** A time, in the reader's timezone and language; to the minute, or with `seconds`. */
export const When = ({ at, timezone, seconds = false }: { at: Date; timezone: string; seconds?: boolean }) => (
  <time datetime={formatTime(at)}>{formats(useLanguage()).at(at, timezone, seconds ? 'second' : 'minute')}</time>
);
