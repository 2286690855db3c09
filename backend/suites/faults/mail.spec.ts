import mongoose, { type Connection } from 'mongoose';
import { TestServer } from '../../src/testing/test-server.js';
import type { MailState } from '#domain/mail/mail';
import { aCheckout } from '../../src/testing/builders.js';
import { TestSmtpServer } from '../../src/testing/smtp-server.js';
import { waitFor } from '../../src/testing/wait-for.js';

interface StoredMail {
  state: MailState;
  attempts: number;
  leaseUntil?: Date;
}

describe('the outbox of a server that ends', () => {
  let smtp: TestSmtpServer;
  let server: TestServer;
  let database: Connection;
  /** The mail server delays its responses until this is opened. */
  let open: () => void;
  let gate: Promise<void>;
  const closeGate = () => (gate = new Promise((resolve) => (open = resolve)));

  beforeEach(async () => {
    smtp = await TestSmtpServer.start();
    void closeGate();
    smtp.onMail = () => gate;
    server = await TestServer.start(smtp.env);
    database = await mongoose.createConnection(String(server.environment.MONGODB_URI)).asPromise();
  });
  afterEach(async () => {
    open();
    await server.dispose();
    await database.dropDatabase();
    await database.close();
    await smtp.stop();
  });

  const mails = () => database.collection<StoredMail>('mails');
  const submit = async (email: string) => {
    const response = await fetch(`${server.url}/api/payments/checkout`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(aCheckout({ email })),
    });
    expect(response.status).toBe(201);
  };

  it('loses none of a hundred mails when it is killed among them, and doubles only under one Message-ID @long', async () => {
    const addresses = Array.from({ length: 100 }, (_, number) => `visitor.${number}@example.com`);
    for (let from = 0; from < addresses.length; from += 20)
      await Promise.all(addresses.slice(from, from + 20).map(submit));
    open();
    await waitFor(() => smtp.mails.length >= 30);
    await server.kill();
    const unsent = await mails().countDocuments({ state: { $ne: 'sent' } });
    expect(unsent).toBeGreaterThan(0);
    await server.restart();
    // As if the two minutes of the leases had passed.
    await mails().updateMany({ state: 'sending' }, { $set: { dueAt: new Date(0) } });
    await waitFor(async () => (await mails().countDocuments({ state: 'sent' })) === addresses.length, 60_000);
    const idsByAddress = new Map<string, Set<string | undefined>>();
    for (const { to, email } of smtp.mails)
      idsByAddress.set(to[0]!, (idsByAddress.get(to[0]!) ?? new Set()).add(email.messageId));
    expect([...idsByAddress.keys()].sort()).toEqual([...addresses].sort());
    for (const ids of idsByAddress.values()) expect(ids.size).toBe(1);
    // At most the three that were being sent.
    expect(smtp.mails.length).toBeLessThanOrEqual(addresses.length + 3);
  });

  it('gives back the mails that it was sending when it is stopped, and ends in time', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, number) => submit(`visitor.${number}@example.com`)));
    await waitFor(async () => (await mails().countDocuments({ state: 'sending' })) === 3);
    expect(await server.stop()).toBe(0);
    const left = await mails().find().toArray();
    expect(left.map(({ state, attempts }) => [state, attempts])).toEqual(Array(5).fill(['queued', 0]));
    for (const mail of left) expect(mail).not.toHaveProperty('leaseUntil');
  });
});
