/** The faults of a form, in the language of the page. */
import type { FieldError } from '@order-hub/shared/errors';
import { isValidElement, type ComponentChildren } from 'preact';
import type { FormState } from '../declared-page.ts';
import { faultText } from '../faults/fault-text.ts';
import { useLanguage } from '../languages/language-context.ts';
import { markedLanguage, type PageLanguage } from '../languages/page-language.ts';
import { texts } from '../texts.ts';
import { textOf } from './text-of.ts';

export const fieldId = (name: string) => `field-${name}`;

export const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A field, or an element around fields. */
type FieldLike = { name?: string; label?: ComponentChildren; children?: ComponentChildren };

/** The labels of the fields among these elements. A component that chooses its label itself is not among them. */
function labelsOf(children: ComponentChildren): [string, string][] {
  if (Array.isArray(children)) return children.flatMap(labelsOf);
  if (!isValidElement(children)) return [];
  const { name, label, children: inside } = children.props as FieldLike;
  return name !== undefined && label !== undefined ? [[name, textOf(label)]] : labelsOf(inside);
}

/**
 * A fault as a line of its own. In English the name of a field is almost its label, and reads better in the sentence, unless
 * it is one of several with numbers.
 */
function faultLine({ field, message }: FieldError, language: PageLanguage, labels: ReadonlyMap<string, string>) {
  const isEnglish = language === 'en' || language === markedLanguage;
  const isNamed = isEnglish && !/\d$/.test(field);
  const label = isNamed ? sentence(field.replaceAll('_', ' ')) : labels.get(field);
  const fault = faultText(language, message);
  return label === undefined ? sentence(fault) : texts(language)('fault', { field: label, fault });
}

type FaultsProps = Pick<FormState, 'faults'> & { refused?: string; children?: ComponentChildren };

/** The faults of a form, above it, each with a link to its field. */
export const Faults = ({ faults, refused, children }: FaultsProps) => {
  const language = useLanguage();
  const labels = new Map(labelsOf(children));
  return (
    <div class="notice bad" role="alert" tabindex={-1}>
      <p>{refused ?? texts(language)('not_saved')}</p>
      <ul>
        {faults.map((fault) => (
          <li>
            <a href={`#${fieldId(fault.field)}`}>{faultLine(fault, language, labels)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
};
