import { statementLimits } from '#bank-files/contract';
import { noticeMailBytes } from '#domain/bank/notices';
import type { Benchmark, BenchmarkGroup } from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, openWorld, password } from './environment.js';

/** Longest time that the server may answer no other call, in milliseconds. */
export const longestStallMs = 250;

const { bytes: most, rows: mostRows } = statementLimits;

const filled = (part: string, begin: string, end = ''): string =>
  begin + part.repeat(Math.floor((most - begin.length - end.length) / part.length)) + end;
const line = (cell: string) => `${Array.from({ length: statementLimits.columns }, () => cell).join(',')}\n`;
const mt940 = ':20:X\n:25:4821\n:60F:C261120CAD0,00\n:61:261121C5,00NTRFNONREF\n:86:/REMI/x';
const camt =
  '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CAD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>';

/** Bank files that take long to read, each of the largest size that is accepted. */
const statements: Record<string, () => string> = {
  'the most rows': () => {
    const text = 'E-TRANSFER - AUTODEPOSIT JANE SMITH '.padEnd(380, 'lorem ipsum ');
    return `Date,Description,Amount\n${Array.from({ length: mostRows }, (_, row) => `2026-11-21,"${text}${row}",1.00\n`).join('')}`;
  },
  'columns of dates': () => filled(line('1/2/26'), line('name')),
  'zeros in cells': () => filled(`2026-11-21,A,1.00,${'0'.repeat(30_000)}1\n`, 'Date,Text,Amount,Note\n'),
  'slashes in MT940': () => filled('/', mt940, 'x\n:62F:C261121CAD5,00'),
  'transactions of one entry in CAMT': () =>
    filled(
      '<TxDtls><RmtInf><Ustrd>a</Ustrd></RmtInf></TxDtls>',
      camt,
      '</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>',
    ),
};

/** Returns the longest time that a call of another client took while the work ran, in milliseconds. */
export async function longestStall(
  { app }: Pick<BenchEnvironment, 'app'>,
  work: () => Promise<unknown>,
): Promise<number> {
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  let longest = 0;
  while (!isDone) {
    const began = performance.now();
    await (await fetch(`${app.url}/api/health`)).arrayBuffer();
    longest = Math.max(longest, performance.now() - began);
  }
  await working;
  return longest;
}

async function call(
  { app, token }: BenchEnvironment,
  path: string,
  body?: { type: string; content: string },
): Promise<{ _id?: string }> {
  const response = await fetch(`${app.url}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': body.type }) },
    ...(body && { body: body.content }),
  });
  // The worst input may be refused, as may its repetition; anything else is a fault of the benchmark.
  if (!response.ok && ![400, 413, 415, 429].includes(response.status))
    throw new Error(`${path}: ${response.status}`);
  return (await response.json()) as { _id?: string };
}

const json = (content: object | string) => ({
  type: 'application/json',
  content: typeof content === 'string' ? content : JSON.stringify(content),
});

/** Asks for another password, of which the strength is estimated. */
const choosePassword = (newPassword: string) => (environment: BenchEnvironment) =>
  call(environment, '/account/password', json({ currentPassword: password, newPassword }));

/** Sends the same body many times at once. */
const sendMany = (path: string, body: { type: string; content: string }) => (environment: BenchEnvironment) =>
  Promise.all(Array.from({ length: 100 }, () => call(environment, path, body)));

/** Uploads a file into an account of its own, and asks for the draft. */
async function uploadAndShow(environment: BenchEnvironment, content: string): Promise<void> {
  const account = await call(environment, '/bank-accounts', {
    type: 'application/json',
    content: JSON.stringify({ name: 'Bench', currency: 'CAD' }),
  });
  const path = `/bank-accounts/${account._id}/statements`;
  const draft = await call(environment, path, { type: 'application/octet-stream', content });
  if (draft._id) await call(environment, `/statements/${draft._id}`);
}

/** A line for one kind of input: the longest stall under each of these works. */
const stall = (
  name: string,
  what: string,
  works: Record<string, (environment: BenchEnvironment) => Promise<unknown>>,
): Benchmark<BenchEnvironment> => ({
  name: `stall-${name}`,
  what: `the longest that another call waits during ${what}`,
  limit: `${longestStallMs} ms`,
  goal: 1,
  direction: 'atMost',
  run: async (environment) => {
    let measured = 0;
    for (const [kind, work] of Object.entries(works)) {
      const longest = await longestStall(environment, () => work(environment));
      console.error(`  ${kind}: ${longest.toFixed(0)} ms`);
      measured = Math.max(measured, longest);
    }
    return { measured, limit: longestStallMs, unit: 'ms' };
  },
});

/** The event loop under the worst input of each kind. */
export const stallBenchmarks: BenchmarkGroup<BenchEnvironment> = {
  open: () => openWorld(100),
  close: (environment) => environment.close(),
  benchmarks: [
    stall(
      'statements',
      'the reading of the worst bank files',
      Object.fromEntries(
        Object.entries(statements).map(([kind, fileOf]) => {
          const content = fileOf();
          return [kind, (environment: BenchEnvironment) => uploadAndShow(environment, content)];
        }),
      ),
    ),
    stall('passwords', 'the estimate of the worst passwords', {
      'words and signs': choosePassword('P@ssw0rd1'.repeat(28)),
      'one sign': choosePassword('a'.repeat(256)),
      'pairs of letters': choosePassword('l0'.repeat(128)),
    }),
    stall('notices', 'the reading of the worst notices', {
      'a pasted text': (environment) =>
        call(environment, '/interac-notices', json({ text: '> Interac e-Transfer CA$1 from '.repeat(600) })),
      'a mail': (environment) => {
        const head = 'Subject: Interac e-Transfer\nContent-Type: text/html\n\n';
        const content = head + '<div>'.repeat((noticeMailBytes - head.length) / 5);
        return call(environment, '/interac-notices', { type: 'message/rfc822', content });
      },
    }),
    stall('bodies', 'a hundred of the worst bodies at once', {
      'fields without end': sendMany('/customers', json(`{${'"a":1,'.repeat(9000)}"b":1}`)),
      'an internal content type': sendMany('/auth/login', {
        type: 'application/x-unparsed-json',
        content: '{}',
      }),
    }),
  ],
};
