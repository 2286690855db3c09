import type { CsvMapping, RowStatus } from '../common/contract.js';
import { byName, isTextColumn, namedAs } from './column-names.js';
import { nameKey } from '../common/name-key.js';
import { cellOf, type CsvTable, valuesOf, wordOf } from './records.js';

/** Words for what the bank has not booked, or will not. */
const notBooked =
  /^(?:pending|processing|in[ _]progress|in[ _]transit|authori[sz](?:ed|ation)|(?:on )?hold|held|temporary hold|scheduled|uncleared|not(?: yet)? (?:posted|booked)|unposted|reserved|waiting|unclaimed|en attente|en cours|[aà] venir|(?:umsatz )?vorgemerkt|(?:umsatz )?nicht gebucht|ausstehend|offen|in bearbeitung|wartend|vormerkung|reserviert|in behandeling|gereserveerd|reservering|niet verwerkt|pendiente|retenid[oa]|pendente|agendad[oa]|in attesa|in sospeso|non contabilizzat[oa]|reserver(?:a[dt]|e?t)|rezerv\p{L}*|oczekuj\p{L}*|в обработке|ожида\p{L}*|รอดำเนินการ|cancell?ed|canceled|annul[ée]e?|storniert|declined|denied|refus[ée]e?|failed|rejected|reverted|blocked|expired|void(?:ed)?|removed)(?![\p{L}\p{M}])/iu;

/** Words for what the bank has booked; any other status is left to the admin. */
const booked =
  /^(?:posted|book(?:ed)?|booking|complete[d]?|cleared|settled|executed|processed|paid|sent|received|deposited|succe(?:ss|ssful|eded)|approved|available|issued|reconciled|done|ok|partially refunded|(?:umsatz )?gebucht|verbucht|abgeschlossen|ausgef[uü]hrt|erledigt|gutgeschrieben|comptabilis[ée]e?|compl[ée]t[ée]e?|termin[ée]e?|r[ée]gl[ée]e?|effectu[ée]e?|verwerkt|geboekt|contabilizad[oa]|completad[oa]|realizad[oa]|efetivad[oa]|conclu[ií]d[oa]|contabilizzat[oa]|eseguit[oa]|bokförd|bokfört|bogført|bokført|zaúčtován[oa]|zaksięgowan[oae]|исполнен[оа]?|проведен[оа]?|выполнен[оа]?|สำเร็จ)$/iu;

export const isNotBooked = (text: string): boolean => notBooked.test(text);
const isBooked = (text: string): boolean => booked.test(text);

const isDirection = (text: string): boolean => /^(?:paid|sent|received|deposited)$/i.test(text);

/** Words of a status alone, by which a column of any name is one. */
const statusOnly = (text: string): boolean =>
  isNotBooked(text) || (isBooked(text) && !isDirection(text) && !/^(?:done|ok)$/i.test(text));

const maximumStatus = 25;
const maximumWords = 20;

/** Names of columns that may be of something else than the row's status. */
const mayBeOther = /^(?:info|state|estado|stato)$/;

/** Words that say whether what a column is named after is so: "Pending: True". */
const yes = /^(?:true|yes|y|1|x|✓|ja|oui|s[ií]|sim|wahr|vrai|да|ใช่)$/iu;
const no = /^(?:false|no|n|0|nein|non|n[aã]o|falsch|faux|нет|ไม่)$/iu;

function flagOf({ rows, header }: CsvTable, column: number): RowStatus | undefined {
  const values = valuesOf(rows, column);
  const title = cellOf(header, column)
    .trim()
    .replace(/^is[\s_]+/i, '');
  if (!statusOnly(title) || !values.length || !values.every((text) => yes.test(text) || no.test(text)))
    return undefined;
  return isNotBooked(title) ? 'pending' : 'booked';
}

/** Returns the columns that may be of the status: by name and a known word, by words alone, or named after a state. */
export function statusColumns({ rows, header }: CsvTable, columns: readonly number[]): number[] {
  const named = namedAs('status', header?.cells);
  const found = columns.filter((column) => {
    const words = [...new Set(valuesOf(rows, column))];
    if (!words.length || words.length > maximumWords) return false;
    const isKnown = words.some((text) => isNotBooked(text) || isBooked(text));
    const isNamed = named.includes(column) && (isKnown || !mayBeOther.test(nameKey(cellOf(header, column))));
    const areFew = words.length <= 8;
    // Beside a word for what is not booked, an unknown one is a status, too.
    const hasNotBooked = words.some((word) => notBooked.exec(word)?.[0] === word);
    const areShort = words.every((word) => word.length <= maximumStatus && !/\d/.test(word));
    const mayBeStates = hasNotBooked && areShort && !isTextColumn(cellOf(header, column));
    const areStates = areFew && (words.every(statusOnly) || mayBeStates);
    return isNamed || areStates || flagOf({ rows, header }, column) !== undefined;
  });
  return byName('status', found, header?.cells);
}

/** Returns a function that tells the state of a row by its status; undefined for a word that is not known. */
export function createStatusReader(
  table: CsvTable,
  { status, statuses = {} }: Pick<CsvMapping, 'status' | 'statuses'>,
): (text: string) => { word: string; state: RowStatus | undefined } {
  const flag = status === undefined ? undefined : flagOf(table, status);
  const other: RowStatus | undefined = flag && (flag === 'pending' ? 'booked' : 'pending');
  const stateOf = (text: string): RowStatus | undefined => {
    if (flag && yes.test(text)) return flag;
    if (flag && no.test(text)) return other;
    // An empty cell is no word for what is not booked; in a column of what is booked, it may be one.
    if (!text) return flag === 'booked' ? undefined : 'booked';
    if (isNotBooked(text)) return 'pending';
    return isBooked(text) ? 'booked' : undefined;
  };
  return (text) => {
    const word = wordOf(text);
    return { word, state: Object.hasOwn(statuses, word) ? statuses[word] : stateOf(text) };
  };
}
