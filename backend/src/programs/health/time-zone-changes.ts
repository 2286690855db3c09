/** A change of a zone's rules that the time zone data of some supported version of Node does not have yet. */
export interface TimeZoneChange {
  /** The zone's names in the tz database. */
  zones: readonly string[];
  /** A moment after the change, and the offset from UTC then, in minutes. */
  at: string;
  offset: number;
  source: string;
}

/** British Columbia and Alberta stay on summer time: their clocks were not set back on November 1, 2026. */
export const timeZoneChanges: readonly TimeZoneChange[] = [
  {
    zones: ['America/Vancouver', 'Canada/Pacific'],
    at: '2026-12-01T00:00:00Z',
    offset: -7 * 60,
    // In the tz database since 2026b.
    source: 'https://news.gov.bc.ca/releases/2026AG0013-000209',
  },
  {
    zones: ['America/Edmonton', 'Canada/Mountain'],
    at: '2026-12-01T00:00:00Z',
    offset: -6 * 60,
    // In the tz database after 2026b.
    source:
      'https://www.assembly.ab.ca/assembly-business/bills/bill?billinfoid=12128 (Bill 31, Red Tape Reduction Statutes Amendment Act, 2026)',
  },
];

/** Returns the offset from UTC in minutes that this Node uses for a zone at a moment. */
function offsetAt(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // "GMT-07:00", and "GMT" for none.
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** True where this Node has the change of the zone. */
export const knowsChange = (zone: string, { at, offset }: TimeZoneChange): boolean =>
  offsetAt(zone, new Date(at)) === offset;
