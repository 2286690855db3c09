/** Patterns of banks' texts that contain the sender of a transfer; the first group is the name. */
const patterns: readonly RegExp[] = [
  // RBC: "E-TRANSFER - AUTODEPOSIT JANE SMITH", "e-Transfer - Autodeposit JANE SMITH C1A2b3C4d5E6"
  /E-?TRANSFER\s*-?\s*(?:AUTODEPOSIT|RECEIVED|DEPOSIT)\s*[,:-]?\s+(?:FROM\s+)?(\p{L}.*)/iu,
  // BMO: "[CW]INTERAC ETRNSFR AD RECVD JANE SMITH 202611210000123"
  /INTERAC\s+E-?TRNSFR\s+(?:AD\s+)?(?:RECVD|RCVD)\s+(\p{L}.*)/iu,
  // TD: "E-TRANSFER ***ab3 SMITH J"
  /E-?TRANSFER\s+\*{2,}\w+\s+(\p{L}.*)/iu,
  // CIBC: "INTERNET BANKING E-TRANSFER 105123456789 JANE SMITH", "INTERAC E-TRANSFER 1051 JANE SMITH"
  /E-?TRANSFER\s+\d{4,}\s+(\p{L}.*)/iu,
  // Scotiabank: "DEPOSIT INTERAC E-TRANSFER JANE SMITH"; others: "INTERAC E-TRANSFER FROM JANE SMITH"
  /INTERAC\s+E-?TRANSFER\s+(?:FROM\s+)?[:,-]?\s*(\p{L}.*)/iu,
  // Chase and Bank of America: "Zelle payment from JANE SMITH 12345678901", "... Conf# a1b2c3"
  /ZELLE\s+(?:PAYMENT|TRANSFER)\s+FROM\s+(\p{L}.*)/iu,
  // Bank of America: "WIRE TYPE:WIRE IN DATE: 261121 … ORIG:JANE SMITH ID:123456789 …"
  /\bORIG:\s*(\p{L}[^:]*?)(?:\s+\w+:|$)/iu,
  // Chase: "FEDWIRE CREDIT VIA: … B/O: JANE SMITH NEW YORK NY …"
  /\bB\/O:\s*(?:[\d/]+\s*)?(\p{L}[^:]*?)(?:\s+\w+:|$)/iu,
  // Wise: "Received money from JANE SMITH with reference CRTS-OTN-9F3A2C-482913"
  /RECEIVED\s+MONEY\s+FROM\s+(\p{L}.*)/iu,
  /\b(?:VIREMENT\s+INTERAC|VIREMENT)\s+(?:DE|RECU\s+DE|REÇU\s+DE)\s+(\p{L}.*)/iu,
];

/** Ends a name: a number, a mark or a word that no name contains. */
const nameEnd =
  /\s+(?:with\s+reference|reference|ref\b|for\b|conf#?|memo\b|msg\b|message\b|crts?\b|trn\b|via\b|\(|\*|#|;|,|:).*$|\s+\S*\d.*$/iu;

/** Extracts the payer's name from a text in the form of a known bank. */
export function extractPayer(text: string): string | undefined {
  for (const pattern of patterns) {
    const name = pattern
      .exec(text)?.[1]
      ?.replace(nameEnd, '')
      .replace(/[\s,;:.-]+$/, '')
      .trim();
    if (name && /\p{L}{2}/u.test(name)) return name.slice(0, 140);
  }
  return undefined;
}
