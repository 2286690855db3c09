/** Text of lines that are balances and totals, and no transactions. */
const balances =
  /^(?:(?:opening|closing|beginning|ending|starting|final|previous|available|ledger)\s+balance|(?:balance|amount)\s+(?:brought|carried)\s*forward|balance\s+forward|balance\s+at\s+(?:the\s+)?(?:start|end|beginning|close)\s+of\s+(?:the\s+)?(?:period|month|day)|total\s+(?:credits?|debits?|deposits?|withdrawals?|in|out|money\s+in|money\s+out)|(?:sub|grand)[\s-]*totals?|solde\s+(?:d[’']ouverture|de\s+(?:d[ée]but|fin|cl[ôo]ture)|initial|final|report[ée]|pr[ée]c[ée]dent|au\s)|nouveau\s+solde|ancien\s+solde|total\s+(?:des\s+)?(?:cr[ée]dits|d[ée]bits)|(?:anfangs|end|schluss|abschluss|start)saldo|(?:alter|neuer|letzter|aktueller)\s+(?:konto)?(?:saldo|stand)|kontostand(?:\s+am)?|saldo\s+(?:anterior|inicial|final|atual|actual|precedente|iniziale|finale|al|dia|do\s+dia|em|disponible|dispon[ií]vel|vorig|begin|eind)|(?:begin|eind)saldo|apyvarta|likutis\s+(?:pradžiai|pabaigai)|(?:pradinis|galutinis)\s+likutis|saldo\s+(?:początkowe|końcowe)|ยอดยกมา|ยอดยกไป|ยอดรวม)(?:\s+(?:as\s+(?:of|at)|on|at|au|le|per|am|del|de|em|\(?[A-Z]{3}\)?))?[\s\d/.,:()-]*$/iu;

/** Words of such lines that can also be the name of a shop, or a payer's message. */
const likely =
  /^(?:(?:start|end|current|new|old|statement)\s+balance|balance|totals?|total\s+for\s.{0,60}|solde|saldo|summe|gesamtsumme|suma|totaal|totale|saldo\s+\p{L}{1,12}|รวม)(?:\s+(?:as\s+(?:of|at)|on|at|au|le|per))?[\s\d/.,:-]*$/iu;

const maximumLength = 100;

/** True for the text of a balance or a total; "likely" where it may be another one. */
export function isSummary(text: string): boolean | 'likely' {
  if (text.length > maximumLength) return false;
  const trimmed = text.trim().replace(/[\s:*.=_-]+$/, '');
  // Some banks set its letters apart: "S A L D O".
  const line = /^(?:\p{L} )+\p{L}$/u.test(trimmed) ? trimmed.replaceAll(' ', '') : trimmed;
  if (balances.test(line)) return true;
  return likely.test(line) ? 'likely' : false;
}
