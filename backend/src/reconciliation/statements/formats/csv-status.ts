import { nameKey } from './column-names.js';
import { type CsvRecord, valuesOf } from './csv-records.js';

/** Words for what the bank has not booked, or will not. */
const notBooked =
  /^(?:pending|processing|in[ _]progress|in[ _]transit|authori[sz](?:ed|ation)|(?:on )?hold|held|temporary hold|scheduled|uncleared|not(?: yet)? (?:posted|booked)|unposted|reserved|waiting|unclaimed|en attente|en cours|[aà] venir|(?:umsatz )?vorgemerkt|(?:umsatz )?nicht gebucht|ausstehend|offen|in bearbeitung|wartend|vormerkung|reserviert|in behandeling|gereserveerd|reservering|niet verwerkt|pendiente|retenid[oa]|pendente|agendad[oa]|in attesa|in sospeso|non contabilizzat[oa]|reserverad|reservert|reserveret|rezerv\p{L}*|oczekuj\p{L}*|в обработке|ожида\p{L}*|รอดำเนินการ|cancell?ed|canceled|annul[ée]e?|storniert|declined|denied|refus[ée]e?|failed|rejected|reverted|blocked|expired|void(?:ed)?|removed)(?![\p{L}\p{M}])/iu;

/** Words for what the bank has booked; any other status is left to the admin. */
const booked =
  /^(?:posted|book(?:ed)?|booking|complete[d]?|cleared|settled|executed|processed|paid|sent|received|succe(?:ss|ssful|eded)|approved|done|ok|partially refunded|(?:umsatz )?gebucht|verbucht|abgeschlossen|ausgef[uü]hrt|erledigt|gutgeschrieben|comptabilis[ée]e?|compl[ée]t[ée]e?|termin[ée]e?|r[ée]gl[ée]e?|effectu[ée]e?|verwerkt|geboekt|contabilizad[oa]|completad[oa]|realizad[oa]|efetivad[oa]|conclu[ií]d[oa]|contabilizzat[oa]|eseguit[oa]|bokförd|bokfört|bogført|bokført|zaúčtován[oa]|zaksięgowan[oae]|исполнен[оа]?|проведен[оа]?|สำเร็จ)$/iu;

export const isNotBooked = (text: string): boolean => notBooked.test(text);
export const isBooked = (text: string): boolean => booked.test(text);

/** Words of a status alone, by which a column of any name is one. */
const statusOnly = (text: string): boolean =>
  isNotBooked(text) || (isBooked(text) && !/^(?:paid|sent|received|done|ok)$/i.test(text));

/** Longest text of a status, in characters. */
const maximumStatus = 25;

/** Names of columns that may be of something else than the row's status. */
const mayBeOther = /^(?:info|state|estado|stato)$/;

/** Returns the column of the rows' status: one of such a name with a known word, else one of such words only. */
export function statusColumn(
  rows: readonly CsvRecord[],
  named: readonly number[],
  columns: readonly number[],
  cells: readonly string[],
): number | undefined {
  const isStatus = (column: number) =>
    valuesOf(rows, column).some((text) => isNotBooked(text) || isBooked(text));
  const ofWords = (column: number) => {
    const values = new Set(valuesOf(rows, column));
    if (!values.size || values.size > 8) return false;
    const [...words] = values;
    if (words.every(statusOnly)) return true;
    // Beside a word for what is booked and one for what is not, an unknown one is a status, too.
    const hasBoth = words.some(isNotBooked) && words.some((word) => statusOnly(word) && isBooked(word));
    return hasBoth && words.every((word) => word.length <= maximumStatus && !/\d/.test(word));
  };
  return (
    named.find((column) => isStatus(column) || !mayBeOther.test(nameKey(cells[column] ?? ''))) ??
    columns.find(ofWords)
  );
}
