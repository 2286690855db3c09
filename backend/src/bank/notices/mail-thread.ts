import { parentPort, workerData } from 'node:worker_threads';
import { decodeHTML } from 'entities/decode';
import PostalMime from 'postal-mime';

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
  return decodeHTML(text);
}

// A mail that was forwarded as an attachment is read; a chain of them is no notice.
const limits = { maxNestingDepth: 20, maxRfc822NestingDepth: 2 };

/** Parses a mail (RFC 5322) into its texts, each below its subject: the plain one may be a stub beside the HTML. */
async function answer(mail: Uint8Array): Promise<void> {
  const { subject = '', text = '', html = '' } = await PostalMime.parse(mail, limits);
  const bodies = [text, htmlText(html)].filter((body) => body.trim());
  parentPort?.postMessage(bodies.map((body) => `${subject}\n\n${body}`));
}

await answer(workerData as Uint8Array);
parentPort?.on('message', (mail: Uint8Array) => void answer(mail));
