import { createAccount } from '../../src/testing/reconciliation.js';
import { TestApp } from '../../src/testing/test-app.js';
import { Client } from '../security/fuzz/client.js';
import {
  camtFiles,
  csvFiles,
  frozenMails,
  strangeReferences,
  type HostileFile,
  mails,
  mt940Files,
  ofxFiles,
  otherKinds,
  plainFile,
  qifFiles,
} from './hostile-files.js';

/** Limit of a file's processor time, as a multiple of the largest plain file's: the best of three tries counts. */
const mostWork = 3;
const tries = 3;
/** Two rounds of matching. */
const importedRows = 1000;

describe('a hostile file', () => {
  let app: TestApp;
  let client: Client;
  /** Processor time of the plain file, in microseconds. */
  let plain = Infinity;
  const measured: [string, number][] = [];

  beforeAll(async () => {
    app = await TestApp.start();
    await app.app.listen(0, '127.0.0.1');
    client = new Client((app.app.getHttpServer().address() as { port: number }).port);
    for (let index = 0; index < tries; index++) {
      const { answer, work } = await send('statement', plainFile(`MARK${index}`));
      expect(answer.status).toBe(201);
      plain = Math.min(plain, work);
    }
  });
  afterAll(async () => {
    const slowest = [...measured].sort(([, a], [, b]) => b - a).slice(0, 5);
    console.info(
      `The plain file took ${plain / 1000} ms of the processor; the slowest: ${slowest
        .map(([name, work]) => `${name} ${(work / plain).toFixed(2)}`)
        .join(', ')}`,
    );
    client.agent.destroy();
    await app.stop();
  });

  /** Sends a file; an account of its own lets the same bytes be sent again. */
  async function send(kind: 'statement' | 'mail', body: string | Buffer) {
    const path =
      kind === 'mail'
        ? '/api/interac-notices'
        : `/api/bank-accounts/${await createAccount(app)}/statements?fileName=x`;
    const type = kind === 'mail' ? 'message/rfc822' : 'application/octet-stream';
    const headers = { authorization: `Bearer ${app.token}`, 'content-type': type };
    const before = process.cpuUsage();
    const answer = await client.send({ method: 'POST', path, headers, body });
    const { user, system } = process.cpuUsage(before);
    return { answer, work: user + system };
  }

  async function check(kind: 'statement' | 'mail', { name, content, status, message }: HostileFile) {
    const body = content();
    let least = Infinity;
    for (let index = 0; index < tries && least > mostWork * plain; index++) {
      const { answer, work } = await send(kind, body);
      least = Math.min(least, work);
      expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, expect.anything()]);
      if (message) expect((JSON.parse(answer.text) as { message: string }).message).toMatch(message);
    }
    measured.push([name, least]);
    expect(least / plain).toBeLessThan(mostWork);
  }

  it.each(otherKinds)('of another kind is answered at once: $name', (file) => check('statement', file));
  it.each(csvFiles)('as CSV is answered at once: $name', (file) => check('statement', file));
  it.each(ofxFiles)('as OFX is answered at once: $name', (file) => check('statement', file));
  it.each(camtFiles)('as CAMT.053 is answered at once: $name', (file) => check('statement', file));
  it.each(mt940Files)('as MT940 is answered at once: $name', (file) => check('statement', file));
  it.each(qifFiles)('as QIF is answered at once: $name', (file) => check('statement', file));
  it.each(mails)('as an Interac notice is answered at once: $name', (file) => check('mail', file));

  it.each(frozenMails)('as a mail keeps no other request waiting: $name', async ({ content }) => {
    const reading = send('mail', content());
    let isRead = false;
    void reading.then(() => (isRead = true));
    let answered = 0;
    while (!isRead) {
      const begin = performance.now();
      await app.visitor.get('/api/health').expect(200);
      expect(performance.now() - begin).toBeLessThan(2000);
      answered += 1;
    }
    expect((await reading).answer.status).toBe(400);
    expect(answered).toBeGreaterThan(1);
  });

  it('of texts full of strange references is imported as any other', async () => {
    // A file is read at its upload and at an answer, and matched at its import.
    const importing = async (file: string) => {
      const before = process.cpuUsage();
      const { answer } = await send('statement', file);
      const { _id } = JSON.parse(answer.text) as { _id: string };
      const headers = { authorization: `Bearer ${app.token}` };
      await client.send({
        method: 'PUT',
        path: `/api/statements/${_id}/mapping`,
        body: '{"confirmed":true,"account":true}',
        headers: { ...headers, 'content-type': 'application/json' },
      });
      const { status } = await client.send({
        method: 'POST',
        path: `/api/statements/${_id}/import`,
        headers,
      });
      const { user, system } = process.cpuUsage(before);
      expect(status).toBe(200);
      return user + system;
    };
    let [usual, least] = [Infinity, Infinity];
    for (let index = 0; index < tries && least >= mostWork * usual; index++) {
      usual = Math.min(usual, await importing(plainFile(`IMPORTED${index}`, importedRows)));
      least = Math.min(least, await importing(strangeReferences(importedRows)));
    }
    expect(least / usual).toBeLessThan(mostWork);
  });
});
