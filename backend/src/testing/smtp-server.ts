import type { AddressInfo } from 'node:net';
import { buffer as readAll } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { waitFor } from './wait-for.js';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  email: Email;
}

/** An error with which a server refuses a command: `refuse(450, 'Busy')`. */
export const refuse = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** A real mail server that stores the mails it accepts; `options` are those of the package smtp-server. */
export class TestSmtpServer {
  readonly mails: ReceivedMail[] = [];
  /** Called with each complete mail; the server accepts it unless this throws. */
  onMail: (mail: ReceivedMail) => void | Promise<void> = () => undefined;
  private server!: SMTPServer;
  port = 0;

  /** Plain SMTP without sign-in, unless the options say otherwise. */
  static async start(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtpServer> {
    const test = new TestSmtpServer();
    test.server = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData: (stream, session, done) => {
        void (async () => {
          const raw = await readAll(stream);
          const { mailFrom, rcptTo } = session.envelope;
          const mail = {
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            raw: raw.toString(),
            email: await PostalMime.parse(raw),
          };
          await test.onMail(mail);
          test.mails.push(mail);
        })().then(
          () => done(),
          (error: Error) => done(error),
        );
      },
      ...options,
    });
    // Connections that tests break emit errors.
    test.server.on('error', () => undefined);
    await new Promise<void>((resolve) => test.server.listen(port, '127.0.0.1', resolve));
    test.port = (test.server.server.address() as AddressInfo).port;
    return test;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Settings of an application that sends mail by this server, without delay. */
  get env(): Record<string, string> {
    return mailEnv(this.url);
  }

  /** Waits until at least `count` mails have arrived, and returns them. */
  async waitForMails(count: number, timeoutMs?: number): Promise<ReceivedMail[]> {
    await waitFor(() => this.mails.length >= count, timeoutMs);
    return this.mails;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

/** Settings of an application that sends mail, without delay. */
export const mailEnv = (smtpUrl: string): Record<string, string> => ({
  SMTP_URL: smtpUrl,
  MAIL_FROM: 'Trip Desk <desk@trip.example>',
  PUBLIC_URL: 'https://trip.example',
  MAIL_DELAY_SECONDS: '0',
});
