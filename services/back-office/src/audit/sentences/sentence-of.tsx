import { Name } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { permissionsInShort } from '@order-hub/pages/permissions';
import type { Visit } from '@order-hub/pages/visit';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { parseScope } from '@order-hub/shared/scopes';
import type { ComponentChildren, VNode } from 'preact';
import { detailsOf, textIn, type Details } from './details.ts';
import { messageKeyOf } from './message-key.ts';
import { texts } from './texts.ts';

const named = (name: string) => <Name>{name}</Name>;

/** Who acted. The owner is told by the role, an operator of the hub without a name. */
function whoOf({ actor, actor_name, names }: AuditEntryView, visit: Visit): string | VNode {
  const t = texts(visit);
  if (actor === 'operator') return t('an_operator');
  if (names?.is_owner) return t('the_owner');
  const name = names?.person ?? actor_name;
  return name === null ? t('somebody') : named(name);
}

/** The rights of a scope in a few words; empty for one that this release does not know. */
function rightsOf(details: Details, visit: Visit): string {
  try {
    return permissionsInShort(parseScope(textIn(details, 'scope')), visit);
  } catch {
    return '';
  }
}

const isoDay = /^\d{4}-\d\d-\d\d$/;

/** The day that details name, in the reader's language; of details without one, what they hold. */
function dayOf(details: Details, visit: Visit): string {
  const day = textIn(details, 'day');
  return isoDay.test(day) && !Number.isNaN(Date.parse(day))
    ? formats(visit).at(new Date(`${day}T00:00:00Z`), 'UTC', 'date')
    : day;
}

function valuesOf(entry: AuditEntryView, details: Details, visit: Visit): Record<string, string | VNode> {
  const t = texts(visit);
  const { names, action } = entry;
  const guest = textIn(details, 'email');
  return {
    who: whoOf(entry, visit),
    place: named(names?.place ?? textIn(details, 'location')),
    app: names?.app ? named(names.app) : t('an_app'),
    guest: guest === '' ? t('somebody_else') : named(guest),
    role: textIn(details, 'after') || textIn(details, 'role'),
    rights: rightsOf(details, visit),
    name: named(textIn(details, 'name')),
    day: dayOf(details, visit),
    before: named(textIn(details, 'before')),
    after: named(textIn(details, 'after')),
    action: <code>{action}</code>,
  };
}

/** What an entry of the audit says, as a sentence: “Anna changed the opening hours of Via Roma.” */
export function sentenceOf(entry: AuditEntryView, visit: Visit): ComponentChildren {
  const details = detailsOf(entry);
  const key = messageKeyOf(entry, details);
  return texts(visit)(`did_${key}`, valuesOf(entry, details, visit));
}
