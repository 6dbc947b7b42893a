import { isValidElement, type ComponentChildren } from 'preact';

/** The text of a sentence with names, where no elements may stand. Each element in it shows its children and nothing else. */
export function textOf(sentence: ComponentChildren): string {
  if (Array.isArray(sentence)) return sentence.map(textOf).join('');
  if (isValidElement(sentence)) return textOf(sentence.props.children);
  return typeof sentence === 'string' || typeof sentence === 'number' ? String(sentence) : '';
}
