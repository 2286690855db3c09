/**
 * Places where a text starts a cell, with the spaces behind it: its beginning; a semicolon or a line break too, where the
 * list separator of the system is a semicolon, as Excel then splits there. Followed by a character that starts a formula,
 * in East Asian spreadsheets also in its full width, or by an apostrophe:
 * https://owasp.org/www-community/attacks/CSV_Injection. Each space is looked at once, however many there are.
 */
const beforeFormula = /(?:^|;|(?<!\s)\s)\s*(?=[=+\-@＝＋－＠'])/g;

const marked = (spaces: string, at: number): string =>
  (at || spaces.startsWith(';') ? '' : "'") + spaces.replace(/[;\t\r\n]/g, "$&'");

/**
 * Quotes a text for a CSV file (RFC 4180). Where a spreadsheet would evaluate it as a formula, it gets an apostrophe, and
 * so it does where there is one already: removing one at each place restores the original.
 */
export const csvText = (text: string): string =>
  `"${text.replace(beforeFormula, marked).replaceAll('"', '""')}"`;
