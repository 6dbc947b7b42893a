import { Name } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import { permissionsInShort } from '@order-hub/pages/permissions';
import type { Visit } from '@order-hub/pages/visit';
import type { AuditEntryView } from '@order-hub/shared/management/audit';
import { parseScope } from '@order-hub/shared/scopes';
import type { ComponentChildren, VNode } from 'preact';
import { detailsOf, textIn, type Details } from './details.ts';
import { changeInWords, partInWords } from './menu-change-line.tsx';
import { menuChangesIn } from './menu-changes.ts';
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

/** The app that an entry is about. What is told of a listing names it. */
function appOf({ names, action }: AuditEntryView, details: Details): string {
  return names?.app ?? (action.startsWith('listing.') ? textIn(details, 'name') : '');
}

/** What was changed of a menu, for the sentence about a single change. */
function menuValuesOf(details: Details, visit: Visit) {
  const { changes, count } = menuChangesIn(details);
  const [change] = changes;
  return {
    count,
    part: <>{change && partInWords(change, visit)}</>,
    change: <>{change && changeInWords(change, visit)}</>,
  };
}

function valuesOf(entry: AuditEntryView, details: Details, visit: Visit): Record<string, string | number | VNode> {
  const t = texts(visit);
  const { names, action } = entry;
  const app = appOf(entry, details);
  const guest = textIn(details, 'email');
  return {
    who: whoOf(entry, visit),
    place: named(names?.place ?? textIn(details, 'location')),
    app: app === '' ? t('an_app') : named(app),
    guest: guest === '' ? t('somebody_else') : named(guest),
    role: textIn(details, 'after') || textIn(details, 'role'),
    rights: rightsOf(details, visit),
    name: named(textIn(details, 'name')),
    day: dayOf(details, visit),
    before: named(textIn(details, 'before')),
    after: named(textIn(details, 'after')),
    action: <code>{action}</code>,
    ...(action === 'catalog.update' && menuValuesOf(details, visit)),
  };
}

/** What an entry of the audit says, as a sentence: “Anna changed the opening hours of Via Roma.” */
export function sentenceOf(entry: AuditEntryView, visit: Visit): ComponentChildren {
  const details = detailsOf(entry);
  const key = messageKeyOf(entry, details);
  return texts(visit)(`did_${key}`, valuesOf(entry, details, visit));
}
