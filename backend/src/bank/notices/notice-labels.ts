/** The names that stand before the details of a notification, English and French, as sources of regular expressions. */
const names = {
  message: String.raw`(?:personal |sender['’]?s? )?message(?: (?:from|de) [^:]{1,140})?|message de l['’]exp[ée]diteur|m[ée]mo`,
  date: String.raw`date(?: (?:sent|received|d['’]envoi|de r[ée]ception))?`,
  number: String.raw`(?:interac )?ref(?:erence|\.)? ?(?:number|num(?:ber)?\.?|no\.?|#)|num[ée]ro de r[ée]f[ée]rence|n[o°º]\.? de r[ée]f[ée]rence`,
  sentFrom: String.raw`sent (?:from|by)|sender|received from|envoy[ée] (?:par|de)|exp[ée]diteur|re[çc]u de|provenance`,
  sentTo: String.raw`sent to|recipient|envoy[ée] [àa]|destinataire`,
  requested: String.raw`requested (?:by|from)|demand[ée] (?:par|[àa])`,
  amount: String.raw`amount(?: (?:sent|received|deposited))?|montant(?: (?:envoy[ée]|re[çc]u|d[ée]pos[ée]))?`,
  status: String.raw`status|statut|[ée]tat`,
  expires: String.raw`expires?(?: on| le)?|expiry(?: date)?|date d['’]expiration|expiration`,
  from: String.raw`from|de`,
} as const;
type LabelName = keyof typeof names;
export type LabelKind = LabelName | 'heading' | 'footer';
export const labelNames = Object.keys(names) as LabelName[];

/** Marks of bold text in a mail's plain text. */
const bold = String.raw`[*_]{0,2}`;
const patterns = labelNames.map(
  (kind) =>
    [
      kind,
      new RegExp(
        String.raw`^(?<mark>${bold})(?:${names[kind]})${bold} ?(?<colon>:)?${bold}\s*(?<rest>.*)$`,
        'iu',
      ),
    ] as const,
);
const heading =
  /^(?:transfer details|d[ée]tails du (?:virement|transfert)|pr[ée]cisions(?: sur le virement)?)\b:?/iu;
const footer =
  /^(?:to deposit|pour d[ée]poser|deposit (?:your )?(?:money|funds)|d[ée]poser (?:les|vos) fonds|©|faq\b|foire aux questions|questions\b|this is a secure|ceci est une (?:op[ée]ration|transaction)|view in browser|interac e-transfer\b|virement interac\b)/iu;
const startsLikeAmount = /^(?:\$|\d)/;

/** Returns the label that a line begins with, and its rest; undefined for other text, as "Amount due on Friday". */
export function labelAt(line: string): { kind: LabelKind; rest: string } | undefined {
  const head = heading.exec(line);
  if (head) return { kind: 'heading', rest: line.slice(head[0].length).trim() };
  for (const [kind, pattern] of patterns) {
    const { colon, rest = '', mark } = pattern.exec(line)?.groups ?? {};
    if (mark === undefined) continue;
    const isWithoutColon = kind === 'number' || (kind === 'amount' && startsLikeAmount.test(rest));
    if (colon || !rest || isWithoutColon) return { kind, rest: rest.replace(/^\|\s*/, '') };
  }
  return footer.test(line) ? { kind: 'footer', rest: line } : undefined;
}

export const isLabel = (line: string, kind: LabelKind): boolean => labelAt(line)?.kind === kind;

/** Finds labels, each with its colon, within a line. Labels that are words of sentences too are left out. */
export const namesOnOneLine = new RegExp(
  (['message', 'date', 'number', 'sentFrom', 'sentTo', 'amount', 'status', 'expires'] as const)
    .map((kind) => String.raw`(?<${kind}>(?<!\S)(?:${names[kind]}) ?:)`)
    .join('|'),
  'giu',
);
