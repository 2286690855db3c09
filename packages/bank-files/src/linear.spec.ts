import { readStatement } from './read-statement.js';

/** Bound of the time for twice the content: a linear reading takes twice as long, a quadratic one four times. */
const mostRatio = 3;
const tries = 5;

/** Returns the least time of some tries in milliseconds of the processor, which other programs do not lengthen. */
function leastTime(work: () => unknown): number {
  let least = Infinity;
  for (let index = 0; index < tries; index++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

const mt940 = (details: string) =>
  `:20:X\n:25:4821\n:60F:C261120CAD0,00\n:61:261121C5,00NTRFNONREF\n:86:${details}\n:62F:C261121CAD5,00`;
const camt = (details: string) =>
  `<?xml version="1.0"?><Document xmlns="camt.053"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CAD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
const numbered = (count: number, element: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => element(index)).join('');

it.each<[string, number, (count: number) => string]>([
  ['slashes in the details of MT940', 20_000, (count) => mt940(`/REMI/x${'/'.repeat(count)}x`)],
  ['slashes before a label of MT940', 20_000, (count) => mt940(`/REMI/x${'/'.repeat(count)}x/NAME/J`)],
  [
    'zeros in cells of CSV',
    30_000,
    (count) =>
      `Date,Text,Amount,Note\n${`2026-11-21,A,1.00,${'0'.repeat(count)}1\n`.repeat(20)}2026-11-22,B,1.00,`,
  ],
  [
    'remittance texts and references of CAMT',
    6000,
    (count) =>
      camt(
        `<RmtInf>${numbered(count, (index) => `<Ustrd>a${index}</Ustrd>`)}</RmtInf><Refs>${numbered(count, (index) => `<EndToEndId>b${index}</EndToEndId>`)}</Refs>`,
      ),
  ],
])('a file with many %s is read in a time that grows with its size only', (_, count, fileOf) => {
  const [one, two] = [Buffer.from(fileOf(count / 2)), Buffer.from(fileOf(count))];
  const read = (bytes: Buffer) => () => expect(readStatement(bytes, 'CAD').rows.length).toBeGreaterThan(0);
  read(two)();
  // Below a millisecond, the clock measures itself.
  const ratio = () => leastTime(read(two)) / Math.max(1, leastTime(read(one)));
  expect(Math.min(ratio(), ratio())).toBeLessThan(mostRatio);
});
