import { parentPort, workerData } from 'node:worker_threads';
import PostalMime from 'postal-mime';

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  apos: "'",
};

const blockTag = /^<\/?(?:p|div|br|tr|td|th|table|h\d|li|ul)\b/i;

/** Converts an HTML mail to text, with one line per block. */
function htmlText(html: string): string {
  let text = '';
  let hidden = '';
  for (const [token] of html.matchAll(/<[^<>]*>|[^<]+/g)) {
    const tag = /^<(\/?)(style|script|head)\b/i.exec(token);
    const name = tag?.[2]?.toLowerCase();
    if (hidden) hidden = tag?.[1] && name === hidden ? '' : hidden;
    else if (name && !tag?.[1]) hidden = name;
    else if (!token.startsWith('<')) text += token.replace(/[\r\n]+/g, ' ');
    else if (blockTag.test(token)) text += '\n';
  }
  return text.replace(/&(\w{1,8}|#\d{1,6});/g, (whole, name: string) => {
    const code = Number(/^#(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    return entities[name.toLowerCase()] ?? (code <= 0x10ffff ? String.fromCodePoint(code) : whole);
  });
}

// A mail that was forwarded as an attachment is read; a chain of them is no notice.
const limits = { maxNestingDepth: 20, maxRfc822NestingDepth: 2 };

/** Parses a mail (RFC 5322) into its subject and text. */
const { subject = '', text, html } = await PostalMime.parse(workerData as Uint8Array, limits);
parentPort?.postMessage(`${subject}\n\n${text?.trim() ? text : htmlText(html ?? '')}`);
