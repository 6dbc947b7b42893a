/** The language of the page around an element. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { PageLanguage } from './page-language.ts';

export const LanguageContext = createContext<PageLanguage>('en');

/** For elements that do not know the visit. Outside a page it is English. */
export const useLanguage = (): PageLanguage => useContext(LanguageContext);
