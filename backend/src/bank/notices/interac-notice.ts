import { asCents, type Cents } from '#domain/platform/money';
import { noticeLengths } from '#domain/bank/notices';
import { cleanText, parseCents } from '#bank-files';
import { labelAt, type LabelKind } from './notice-labels.js';
import { noticeLines } from './notice-lines.js';
import { moneyText, type NoticeOutcome, outcomeOf, sentencesOf, tellsOfReceived } from './notice-outcome.js';

/** The content of an Interac notification, English or French. */
export interface ParsedNotice {
  referenceNumber: string;
  /** In cents of Canadian dollars. */
  cents: Cents;
  sender: string;
  message: string;
}

/** Reasons to refuse a text: no notification, one of no received money, one of a deposit without a number, several. */
export type NoticeRefusal = 'unreadable' | 'noMoney' | 'noNumber' | 'several';

/** Interac's own numbers; the older ones are CA and six letters or digits: "CAbcDeFg", "CAEVDQPM". */
const interacNumber = /^(?!CRT[S5])(?:(?=[A-Za-z]*\d)[A-Za-z\d]{6,30}|CA[A-Za-z]{6})(?![A-Za-z\d-])/;
const numberOf = (text: string): string | undefined => interacNumber.exec(withoutBold(text))?.[0];

const withoutBold = (text: string): string => text.replace(/^([*_]{1,2})(.*?)\1$/, '$2').trim();

const money = new RegExp(moneyText, 'iu');

/** Parses "$2,256.61 (CAD)", "2 256,61 $ (CAD)" or "98, 00 $" into cents; text after it does not count. */
function noticeCents(text: string): Cents | undefined {
  const found = money.exec(text)?.[0] ?? text.replace(/\(?\s*CAD\s*\)?/i, '');
  const digits = withoutBold(found).replace(/[\s$]|CA?(?=\$)/gi, '');
  const cents = parseCents(digits, /,\d{2}$/.test(digits) ? ',' : '.');
  return cents !== undefined && cents > 0 ? asCents(cents) : undefined;
}

/** Removes addresses from a name: "JANE SMITH <jane@example.com>", "JANE SMITH [mailto:jane@example.com]". */
const senderName = (text: string): string =>
  withoutBold(
    cleanText(
      text
        .slice(0, 2 * noticeLengths.sender)
        .replace(/<[^<>]*>?|\[mailto:[^\]]*\]?|\(?\b[\w.+-]+@[\w.-]+\)?/gi, ' ')
        .replace(/^["“]|["”]\s*$/g, ''),
      noticeLengths.sender,
    ),
  );

const opening = String.raw`^(?:(?:fwd?|fw|re|tr) ?: ?)*(?:interac e-transfer ?: ?|virement interac ?: ?)?(?:(?:hi|hello|dear|bonjour)\b[^,:]{0,140}, ?)?`;
const amountThenName = String.raw`${moneyText}(?: ?\(CAD\))?`;
/** Sentences that name the sender, the surest first. */
const nameSentences: readonly RegExp[] = [
  String.raw`received ${amountThenName} from (?<name>.{1,140}?) and (?:it|the|this|your)\b`,
  String.raw`received ${amountThenName} from (?<name>.{1,140}?)[.!]?$`,
  String.raw`${opening}(?<name>.{1,140}?)(?: has)? sent you\b`,
  String.raw`transfer from (?<name>.{1,140}?) (?:has been|was) (?:automatically )?deposited`,
  String.raw`avez re[çc]u ${amountThenName} d(?:e |['’])(?<name>.{1,140}?) et (?:ce|cet|le|les|il|ils)\b`,
  String.raw`avez re[çc]u ${amountThenName} d(?:e |['’])(?<name>.{1,140}?)[.!]?$`,
  String.raw`${opening}(?<name>.{1,140}?) vous a envoy[eé]`,
  String.raw`virement(?: interac)? de (?<name>(?!\d).{1,140}?) a [ée]t[ée] (?:automatiquement )?d[ée]pos`,
].map((source) => new RegExp(source, 'iu'));

interface Occurrence {
  kind: LabelKind;
  line: number;
  /** The line of the value: its own, or the next one that is not blank. */
  valueLine: number;
  value: string;
}

function labelsOf(lines: readonly string[]): Occurrence[] {
  return lines.flatMap((line, index): Occurrence[] => {
    const label = labelAt(line);
    if (!label) return [];
    if (label.rest) return [{ kind: label.kind, line: index, valueLine: index, value: label.rest }];
    const next = lines.findIndex((other, at) => at > index && other !== '');
    return [{ kind: label.kind, line: index, valueLine: next, value: lines[next] ?? '' }];
  });
}

/** Values by which a label of these kinds is one of a notification, not a payer's. */
const valueRules: Partial<Record<LabelKind, (value: string) => boolean>> = {
  number: (value) => numberOf(value) !== undefined,
  amount: (value) => noticeCents(value) !== undefined,
  sentFrom: (value) => value !== '' && !labelAt(value),
  date: (value) => /\d/.test(value),
};

/**
 * Returns the notice's own labels: the last of each kind that has a value of its kind. A message may begin with any of
 * them, "Reference number: CRTS-OTN-…", and stands before the notice's own.
 */
function ownLabels(labels: readonly Occurrence[]): Map<LabelKind, Occurrence> {
  const own = new Map<LabelKind, Occurrence>();
  for (const label of labels)
    if (label.kind === 'message') own.set('message', own.get('message') ?? label);
    else if (valueRules[label.kind]?.(label.value) ?? true) own.set(label.kind, label);
  if (own.has('sentFrom')) own.delete('from');
  return own;
}

const isFooter = (line: string): boolean => labelAt(line)?.kind === 'footer';

/** Returns the lines of the message, from its label to a blank line or the next of the notice's own labels. */
function messageLines(lines: readonly string[], label: Occurrence, others: ReadonlySet<number>): number[] {
  const found: number[] = [];
  for (let at = label.valueLine; at >= 0 && at < lines.length; at += 1) {
    if (!lines[at] || others.has(at) || (at > label.valueLine && isFooter(lines[at] ?? ''))) break;
    found.push(at);
  }
  return found;
}

/** The words of a notification without a message. */
const noMessage =
  /^(?:(?:a message was not|no message was) (?:provided|included)|aucun message(?: n['’](?:a [ée]t[ée]|est))?(?: (?:fourni|inclus|joint))?|(?:un|le) message n['’]a pas [ée]t[ée] (?:fourni|inclus|joint))\.?$/iu;

/** The labelled details of a notification, and the sentences around them: those before the first detail, and all. */
interface NoticeParts {
  values: Partial<Record<LabelKind, string>>;
  /** Interac's numbers in it, each once. */
  numbers: Set<string>;
  message: string;
  before: string[];
  sentences: string[];
}

function partsOf(lines: readonly string[]): NoticeParts {
  const labels = labelsOf(lines);
  const own = ownLabels(labels);
  const label = own.get('message');
  const isValid = ({ kind, value }: Occurrence) => valueRules[kind]?.(value) ?? false;
  const others = new Set(
    [...own.values(), ...labels.filter((one) => isValid(one) && one.line !== label?.valueLine)]
      .filter((other) => other !== label)
      .map(({ line }) => line),
  );
  const ofMessage = label ? messageLines(lines, label, others) : [];
  const details = new Set(ofMessage);
  for (const { kind, line, valueLine } of own.values())
    if (kind !== 'heading' && kind !== 'footer') details.add(line).add(valueLine);
  const firstDetail = Math.min(...details, lines.length);
  const around = (isBefore: boolean) =>
    sentencesOf(lines.map((line, at) => (details.has(at) || at < firstDetail !== isBefore ? '' : line)));
  const before = around(true);
  const message = cleanText(
    ofMessage.map((at) => (at === label?.valueLine ? label.value : (lines[at] ?? ''))).join(' '),
  );
  return {
    values: Object.fromEntries([...own].map(([kind, { value }]) => [kind, value])),
    message: noMessage.test(message) ? '' : message.slice(0, noticeLengths.message),
    numbers: new Set(
      labels.flatMap(({ kind, line, value }) =>
        kind === 'number' && line !== ofMessage[0] ? (numberOf(value) ?? []) : [],
      ),
    ),
    before,
    sentences: [...before, ...around(false)],
  };
}

/** Returns what the notification tells of, by its sentences and its status; by its labels where no sentence tells. */
function outcomeOfParts({ values, before, sentences }: NoticeParts): NoticeOutcome | undefined {
  if (outcomeOf([values.status ?? '']) === 'none') return 'none';
  const isOwn = values.sentFrom === undefined && (values.sentTo ?? values.requested) !== undefined;
  return outcomeOf(before) ?? outcomeOf(sentences) ?? (isOwn ? 'none' : undefined);
}

/** Parses the text of a notification, forwarded or not; returns the reason where it is none of received money. */
export function parseNotice(text: string): ParsedNotice | NoticeRefusal {
  const { lines, from = '' } = noticeLines(text);
  const parts = partsOf(lines);
  const { values, message, sentences } = parts;
  const outcome = outcomeOfParts(parts);
  const referenceNumber = numberOf(values.number ?? '');
  // The word is a picture in some notifications.
  const isOfInterac =
    /interac|e-?transfer|virement/i.test(text) || (outcome && /^C[A1]/.test(referenceNumber ?? ''));
  if (!isOfInterac) return 'unreadable';
  if (parts.numbers.size > 1) return 'several';
  if (outcome === 'none') return 'noMoney';
  const told = sentences.filter(tellsOfReceived);
  const amounts = [values.amount ?? '', ...told.map((sentence) => money.exec(sentence)?.[0] ?? '')];
  const cents = amounts.map(noticeCents).find((found) => found !== undefined);
  if (!cents) return 'unreadable';
  if (!referenceNumber) return outcome === 'received' ? 'noNumber' : 'unreadable';
  const named = nameSentences.flatMap((pattern) =>
    told.flatMap((sentence) => pattern.exec(sentence)?.groups?.['name'] ?? []),
  );
  // Interac's mails have the payer's name as the sender's, or its own.
  const mailed = /interac\.ca/i.test(from) && !/interac|virement/i.test(senderName(from)) ? from : '';
  const sender = [values.sentFrom, ...named, values.from, mailed]
    .map((name) => senderName(name ?? ''))
    .find(Boolean);
  return { referenceNumber, cents, sender: sender ?? '', message };
}
