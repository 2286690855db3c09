import { TestServer } from '../../../e2e/support/server.js';
import {
  camtFiles,
  csvFiles,
  type HostileFile,
  mails,
  mt940Files,
  ofxFiles,
  otherKinds,
  qifFiles,
} from './hostile-files.js';

/**
 * Heap in megabytes on which a server reads every file: the idle server and a few copies of a file, not its expanded
 * size. V8 ends a process that needs more.
 */
const heap = 256;

/** The processor time that each takes is limited by hostile-work.long.spec.ts. */
describe('a server with a small heap', () => {
  let server: TestServer;
  let token: string;
  let statements: string;
  beforeAll(async () => {
    server = await TestServer.start({ NODE_OPTIONS: `--max-old-space-size=${heap}` });
    ({ token } = await server.login());
    const body = { name: 'RBC Business', currency: 'CAD' };
    const created = await server.api('/bank-accounts', { method: 'POST', body });
    statements = `/bank-accounts/${((await created.json()) as { _id: string })._id}/statements?fileName=x`;
  });
  afterAll(() => server.dispose());

  async function check(path: string, type: string, { content, status, message }: HostileFile) {
    const body = content();
    const response = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toEqual([status, expect.anything()]);
    if (message) expect((JSON.parse(text) as { message: string }).message).toMatch(message);
  }
  const statement = (file: HostileFile) => check(statements, 'application/octet-stream', file);

  it.each(otherKinds)('reads or refuses a file of another kind: $name', statement);
  it.each(csvFiles)('reads or refuses CSV: $name', statement);
  it.each(ofxFiles)('reads or refuses OFX: $name', statement);
  it.each(camtFiles)('reads or refuses CAMT: $name', statement);
  it.each(mt940Files)('reads or refuses MT940: $name', statement);
  it.each(qifFiles)('reads or refuses QIF: $name', statement);
  it.each(mails)('refuses a mail that is no Interac notice: $name', (file) =>
    check('/interac-notices', 'message/rfc822', file),
  );
});
