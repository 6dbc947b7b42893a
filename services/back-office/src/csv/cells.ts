/**
 * Cells of CSV files that no spreadsheet takes for a formula, after OWASP's CSV Injection and ASVS 1.2.10: an apostrophe says that a
 * text is none. A spreadsheet may read the file with another separator than ours, and then a cell begins within one of our cells.
 */

/** Where a cell may begin for some reader. A line break within a cell is no such sign after another one. */
const begins = String.raw`(?<=^|[;,\t])(?=MARKS["']*[=+\-@\t\r\n\0＝＋－＠])|(?<=[\r\n])(?=MARKS["']*[=+\-@\t\0＝＋－＠])`;
const formula = new RegExp(begins.replaceAll('MARKS', ''), 'g');
const escapedFormula = new RegExp(begins.replaceAll('MARKS', "'"), 'g');

const negativeNumber = /^-\d+(?:\.\d+)?$/;

export const escaped = (text: string): string => (negativeNumber.test(text) ? text : text.replace(formula, "'"));

/** The text that `escaped` made this cell of. A cell that nobody escaped stays as it is, unless it looks so. */
export function unescaped(cell: string): string {
  let text = '';
  let from = 0;
  for (const { index } of cell.matchAll(escapedFormula)) {
    text += cell.slice(from, index);
    from = index + 1;
  }
  return text + cell.slice(from);
}
