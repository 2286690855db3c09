/**
 * Places where a text starts a cell: at its beginning; after a semicolon or a line break too, where the list separator
 * of the system is a semicolon, as Excel then splits there. Followed by a character that starts a formula, in East Asian
 * spreadsheets also in its full width, or by an apostrophe: https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /(^|[;\t\r\n])(?=\s*[=+\-@＝＋－＠'])/g;

/**
 * Quotes a text for a CSV file (RFC 4180). Where a spreadsheet would evaluate it as a formula, it gets an apostrophe, and
 * so it does where there is one already: removing one at each place restores the original.
 */
export const csvText = (text: string): string => `"${text.replace(formula, "$1'").replaceAll('"', '""')}"`;
