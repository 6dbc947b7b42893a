import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { LanguageContext } from './language-context.ts';
import type { PageLanguage } from './page-language.ts';

/** An HTML document as text, whose elements speak this language. */
export const documentText = (language: PageLanguage, content: VNode): string =>
  `<!doctype html>${renderToString(h(LanguageContext.Provider, { value: language, children: content }))}`;
