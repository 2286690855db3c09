import { TestServer } from '../../src/testing/test-server.js';
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

/**
 * Sends hostile files to a server with a small heap, which must read or refuse each.
 * @param isChosen returns whether the file of this name is one of them
 */
export const describeSmallHeap = (isChosen: (name: string) => boolean): void =>
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
    const chosen = (files: HostileFile[]) => files.filter(({ name }) => isChosen(name));
    const statement = (file: HostileFile) => check(statements, 'application/octet-stream', file);

    it.each(chosen(otherKinds))('reads or refuses a file of another kind: $name', statement);
    it.each(chosen(csvFiles))('reads or refuses CSV: $name', statement);
    it.each(chosen(ofxFiles))('reads or refuses OFX: $name', statement);
    it.each(chosen(camtFiles))('reads or refuses CAMT: $name', statement);
    it.each(chosen(mt940Files))('reads or refuses MT940: $name', statement);
    it.each(chosen(qifFiles))('reads or refuses QIF: $name', statement);
    it.each(chosen(mails))('refuses a mail that is no Interac notice: $name', (file) =>
      check('/interac-notices', 'message/rfc822', file),
    );
  });
