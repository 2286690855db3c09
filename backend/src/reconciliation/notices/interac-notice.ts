import type { Cents } from '#domain/money';
import { parseCents } from '../statements/formats/amounts.js';
import { cleanText } from '../statements/formats/statement-row.js';

/** The content of an Interac notification, English or French. */
export interface ParsedNotice {
  referenceNumber: string;
  /** In cents of Canadian dollars. */
  cents: Cents;
  sender: string;
  message: string;
}

const labels = {
  referenceNumber:
    /^(?:reference\s+(?:number|no\.?|#)|num[eé]ro\s+de\s+r[eé]f[eé]rence|n[o°º]\.?\s+de\s+r[eé]f[eé]rence)\s*:?\s*/iu,
  sender: /^(?:sent\s+from|sent\s+by|sender|from|envoy[eé]\s+par|exp[eé]diteur|de)\s*:\s*/iu,
  amount: /^(?:amount|montant)\s*:?\s*/iu,
  message: /^(?:message(?:\s+(?:from|de)\s+[^:]*)?|memo|m[eé]mo)\s*:\s*/iu,
} as const;
const anyLabel = new RegExp(
  [
    ...Object.values(labels).map(({ source }) => `(?:${source})`),
    '^(?:date|expires|status|transfer details|pr[eé]cisions|to deposit|pour d[eé]poser|©|faq|questions)',
  ].join('|'),
  'iu',
);

const moneyText = String.raw`(\$\s?[\d.,\s\u00A0\u202F]*\d|\d[\d.,\s\u00A0\u202F]*\s?\$)`;
const sentences: readonly { pattern: RegExp; sender: number; amount: number }[] = [
  // "JANE SMITH has sent you a money transfer for the amount of $2,256.61 (CAD)", "JANE SMITH sent you $2,256.61"
  {
    pattern: new RegExp(
      String.raw`^(?:hi[^,\n]*,\s*)?(?:interac e-transfer:\s*)?(.{1,140}?) (?:has )?sent you (?:a money transfer |an interac e-transfer |money )?(?:for |of )?(?:the amount of )?${moneyText}`,
      'imu',
    ),
    sender: 1,
    amount: 2,
  },
  // "You've received $283.50 from JANE SMITH and it has been automatically deposited"
  {
    pattern: new RegExp(
      String.raw`received ${moneyText}(?: \(CAD\))? from (.{1,140}?)(?: and it has| and the money|\.|$)`,
      'imu',
    ),
    sender: 2,
    amount: 1,
  },
  // "JANE SMITH vous a envoyé un virement de 2 256,61 $ (CAD)"
  {
    pattern: new RegExp(
      String.raw`^(.{1,140}?) vous a envoy[eé] (?:un virement (?:interac )?)?(?:de |d['’]un montant de |au montant de )?${moneyText}`,
      'imu',
    ),
    sender: 1,
    amount: 2,
  },
  // "Vous avez reçu 180,00 $ de JANE SMITH"
  {
    pattern: new RegExp(
      String.raw`vous avez re[cç]u ${moneyText}(?: \(CAD\))? de (.{1,140}?)(?: et |\.|$)`,
      'imu',
    ),
    sender: 2,
    amount: 1,
  },
];

/** Parses "$2,256.61 (CAD)" or "2 256,61 $ (CAD)" into cents. */
function noticeCents(text: string): Cents | undefined {
  const bare = text.replace(/\(?\s*CAD\s*\)?/i, '').trim();
  const isComma = /,\d{2}\s*\$?$/.test(bare);
  const cents = parseCents(bare, isComma ? ',' : '.');
  return cents !== undefined && cents > 0 ? cents : undefined;
}

/** Returns the value of a label: on its line, or on the lines below it up to a blank line or the next label. */
function valueOf(lines: readonly string[], label: RegExp, isLong = false): string {
  for (const [index, line] of lines.entries()) {
    const found = label.exec(line);
    if (!found) continue;
    const parts = [line.slice(found[0].length)];
    let next = index + 1;
    if (!parts[0]) {
      while (next < lines.length && !lines[next]) next += 1;
      if (anyLabel.test(lines[next] ?? '')) continue;
      parts.push(lines[next++] ?? '');
    }
    while (isLong && next < lines.length && lines[next] && !anyLabel.test(lines[next] ?? ''))
      parts.push(lines[next++] ?? '');
    const value = cleanText(parts.filter(Boolean).join(' '));
    if (value) return value;
  }
  return '';
}

/** Interac's own numbers; the older ones are CA and six characters, which may all be letters: "CAbcDeFg". */
const interacNumber = /^(?:(?=[A-Za-z]*\d)[A-Za-z\d]{6,30}|CA(?=[A-Z]*[a-z])[A-Za-z]{6})(?![A-Za-z\d])/;

/** Parses the text of a notification; undefined for other text. */
export function parseNotice(text: string): ParsedNotice | undefined {
  if (!/interac|e-transfer|virement/i.test(text)) return undefined;
  const lines = text
    .normalize('NFC')
    .split(/\r\n|\n|\r/)
    .slice(0, 400)
    .map((line) =>
      line
        .slice(0, 1000)
        .replace(/[\s>*|\u00A0\u202F]+/gu, ' ')
        .trim(),
    );
  const flat = lines.join('\n');
  const number = interacNumber.exec(valueOf(lines, labels.referenceNumber))?.[0];
  let sender = valueOf(lines, labels.sender);
  let cents = noticeCents(valueOf(lines, labels.amount));
  for (const sentence of sentences) {
    if (sender && cents) break;
    const found = sentence.pattern.exec(flat);
    if (!found) continue;
    sender ||= cleanText(found[sentence.sender] ?? '', 140);
    cents ??= noticeCents(found[sentence.amount] ?? '');
  }
  // An address after the name, as in a mail's own "From:", is no part of it.
  sender = cleanText(sender.replace(/<[^>]*>/g, ''), 140);
  if (!number || !cents) return undefined;
  return {
    referenceNumber: number,
    cents,
    sender,
    message: valueOf(lines, labels.message, true).slice(0, 500),
  };
}
