/** Patterns of banks' texts that contain the sender of a transfer; the first group is the name. */
const patterns: readonly RegExp[] = [
  // BMO: "[CW]INTERAC ETRNSFR AD RECVD JANE SMITH 202611210000123"
  /INTERAC\s+E-?TRNSFR\s+(?:AD\s+)?(?:RECVD|RCVD)\s+(\p{L}.*)/iu,
  // TD: "E-TRANSFER ***ab3 SMITH J"
  /E-?TRANSFER\s+\*{2,}\w+\s+(\p{L}.*)/iu,
  // CIBC: "INTERNET BANKING E-TRANSFER 105123456789 JANE SMITH", "INTERAC E-TRANSFER 1051 JANE SMITH"
  /E-?TRANSFER\s+\d{4,}\s+(\p{L}.*)/iu,
  // RBC: "E-TRANSFER - AUTODEPOSIT JANE SMITH", "e-Transfer - Autodeposit JANE SMITH C1A2b3C4d5E6"; Wealthsimple:
  // "Interac e-Transfer® In: JANE SMITH"; Scotiabank: "DEPOSIT INTERAC E-TRANSFER JANE SMITH"
  /(?:INTERAC\s+E-?TRANSFER|E-?TRANSFER\s*-?\s*(?:AUTODEPOSIT|RECEIVED|DEPOSIT|FROM|IN:))\s*[:,-]?\s*(\p{L}.*)/iu,
  // Chase and Bank of America: "Zelle payment from JANE SMITH 12345678901", "... Conf# a1b2c3"
  /ZELLE\s+(?:(?:PAYMENT|TRANSFER|CREDIT)\s+)?FROM\s+(\p{L}.*)/iu,
  // Bank of America: "WIRE TYPE:WIRE IN DATE: 261121 … ORIG:JANE SMITH ID:123456789 …"
  /\bORIG:\s*(\p{L}[^:]*?)(?:\s+\w+:|$)/iu,
  // Chase: "FEDWIRE CREDIT VIA: … B/O: JANE SMITH NEW YORK NY …"
  /\bB\/O:\s*(?:[\d/]+\s*)?(\p{L}[^:]*?)(?:\s+\w+:|$)/iu,
  // Wise: "Received money from JANE SMITH with reference CRTS-OTN-9F3A2C-482913"
  /RECEIVED\s+MONEY\s+FROM\s+(\p{L}.*)/iu,
  // Desjardins: "Virement Interac de /JANE SMITH /"; National Bank: "VIREMENT DE JANE SMITH"; "VIR INTERAC REÇU JANE SMITH"
  /\bVIR(?:EMENT)?\.?\s+(?:INTERAC\s+)?(?:DE|RE[CÇ]U(?:\s+DE)?)\s*[:/]?\s*(\p{L}.*)/iu,
  /\bPAYMENT\s+FROM\s+(\p{L}.*)/iu,
  /(?:^|\s)FROM:\s*(\p{L}.*)/iu,
];

/** Ends a name: a number, a mark or a word that no name contains. */
const nameEnd =
  /\s+(?:with\s+reference|reference|ref\b|for\b|motif\b|conf#?|memo\b|msg\b|message\b|crts?\b|trn\b|via\b|\(|\*|#|;|,|:).*$|\s+\S*\d.*$|\s*\/.*$/iu;

/** Words between a kind of transfer and the sender's name. */
const beforeName =
  /^(?:(?:AUTODEPOSIT|DEPOSIT(?:ED)?|RECEIVED|RECVD|IN|FROM|VIR(?:EMENT)?|RE[CÇ]U|DE)(?![\p{L}\p{M}])[\s:,/-]*)+/iu;

/** Beginnings of what is no sender's name: of own money that came back or went out, and of own accounts. */
const noName =
  /^(?:SENT|OUT|TO|RECLAIM\w*|CANCEL\w*|REVERS\w*|RETURN\w*|DECLIN\w*|EXPIR\w*|REJECT\w*|REFUND\w*|REQUEST\w*|FEE|FRAIS|ENVOY\p{L}*|ANNUL\p{L}*|RETOUR\p{L}*|ACCOUNT|ACCT|CHEQUING|CHECKING|SAVINGS?|MY|YOUR|THE)(?![\p{L}\p{M}])/iu;

/** Kinds of transfers: a text with one is no name by itself. */
const transferKind = /E-?TRANSFER|E-?TRNSFR|INTERAC|\bZELLE\b|\bVIREMENT\b|\bVIR\s+INTERAC\b/iu;

/** Extracts the payer's name from a text in the form of a known bank. */
export function extractPayer(text: string): string | undefined {
  const plain = text.replace(/[®™]/g, '');
  for (const pattern of patterns) {
    const name = pattern
      .exec(plain)?.[1]
      ?.replace(beforeName, '')
      .replace(nameEnd, '')
      .replace(/[\s,;:.-]+$/, '')
      .trim();
    if (name && noName.test(name)) return undefined;
    if (name && /\p{L}{2}/u.test(name)) return name.slice(0, 140);
  }
  return undefined;
}

/** Returns the payer's name in a cell of a column of names, which may be the text of a transfer with the name in it. */
export const payerIn = (cell: string): string | undefined =>
  transferKind.test(cell) ? extractPayer(cell) : cell || undefined;
