import type { Board } from '@order-hub/shared/orders-calls';
import { renderToString } from 'preact-render-to-string';
import { BoardColumns } from './board-columns.tsx';
import type { CardTerms } from './cards/card-terms.ts';

/** The board as HTML for many viewers: each page fills its own form token in. */
export const renderBoard = (board: Board, terms: Omit<CardTerms, 'formToken'>): string =>
  renderToString(<BoardColumns board={board} terms={{ ...terms, formToken: '' }} />);
