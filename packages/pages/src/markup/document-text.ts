import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** An HTML document as text. */
export const documentText = (content: VNode): string => `<!doctype html>${renderToString(content)}`;
