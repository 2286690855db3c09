import type { CsvRecord } from './records.js';

/** Headings of the rows that the bank has not booked, without their number of rows. */
const pendingHeading =
  /^(?:(?:pending|unposted|upcoming|not (?:yet )?posted|not (?:yet )?booked)(?: (?:transactions?|charges|items|activity|payments|purchases|authori[sz]ations))?|(?:transactions|activity) (?:pending|not (?:yet )?posted)|vorgemerkte? (?:ums[äa]tze|buchungen)|ums[äa]tze vorgemerkt|vormerkungen|(?:op[ée]rations |transactions )?(?:en attente|[àa] venir)|(?:movimientos|transacciones) pendientes|transa[çc][õo]es pendentes|lan[çc]amentos futuros)$/i;

/** Words of headings of booked rows. */
const bookedHeading =
  /\b(?:post(?:ed)?|booked|cleared|settled|completed?|processed|gebucht\w*|buchungen|comptabilis\w*|contabiliz\w*|realizad\w*|efetivad\w*)\b/i;

const maximumHeading = 60;

/** Marks the rows of the sections of a file that are not booked. A section begins with a line that fills one cell. */
export function markPending(records: readonly CsvRecord[]): CsvRecord[] {
  let pending: CsvRecord['pending'];
  return records.map((record) => {
    const [text = '', ...others] = record.cells.filter(Boolean);
    if (others.length || text.length > maximumHeading) return pending ? { ...record, pending } : record;
    const heading = text.replace(/[\s:]*(?:\(\d+\))?[\s:]*$/, '');
    if (pendingHeading.test(heading)) pending = true;
    else if (bookedHeading.test(heading)) pending = undefined;
    else pending &&= 'maybe';
    return record;
  });
}
