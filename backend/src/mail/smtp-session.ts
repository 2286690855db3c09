import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from './mail-settings.js';
import type { MailTimes } from './mail-times.js';
import { UnsupportedAddressError } from './smtp-errors.js';

export interface Envelope {
  from: string;
  to: string[];
}

const hasWideLocalPart = (address: string): boolean =>
  // eslint-disable-next-line no-control-regex
  /[^\u0000-\u007f]/.test(address.slice(0, address.lastIndexOf('@')));

/** A connection to the mail server, signed in, that takes one mail after the other. */
export class SmtpSession {
  /** How many mails it has taken. */
  taken = 0;
  private isClosed = false;
  private hasSmtpUtf8 = false;
  private readonly connection: SMTPConnection;
  /** Rejects when the connection fails or ends. */
  private readonly ended: Promise<never>;

  private constructor(
    private readonly settings: SmtpSettings,
    times: MailTimes,
  ) {
    const { host, port, secure, auth, ca } = settings;
    this.connection = new SMTPConnection({
      host,
      port,
      secure,
      // A password is only ever sent encrypted.
      requireTLS: !secure && !!auth,
      connectionTimeout: times.connectTimeoutMs,
      greetingTimeout: times.commandTimeoutMs,
      socketTimeout: times.commandTimeoutMs,
      socketCloseTimeout: 1000,
      // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
      tls: { rejectUnauthorized: true, ...(ca && { ca }) },
    });
    this.ended = new Promise((_, reject) => {
      this.connection.on('error', reject);
      this.connection.once('end', () => {
        this.isClosed = true;
        // nodemailer tells first that the connection ended, and then why.
        setImmediate(() => reject(new Error('The connection to the mail server was closed')));
      });
    });
    // A connection that ends between two mails is found out by the next one.
    this.ended.catch(() => undefined);
  }

  /** Connects and signs in. Rejects with nodemailer's error. `onCreated` gets the session that `close` would end. */
  static async open(
    settings: SmtpSettings,
    times: MailTimes,
    onCreated: (session: SmtpSession) => void,
  ): Promise<SmtpSession> {
    const session = new SmtpSession(settings, times);
    onCreated(session);
    try {
      await session.signIn();
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get isOpen(): boolean {
    return !this.isClosed;
  }

  private async signIn(): Promise<void> {
    const { connection } = this;
    await this.call<void>((done) => connection.connect((error) => done(error)));
    this.hasSmtpUtf8 = /[ -]SMTPUTF8\b/i.test(connection.lastServerResponse || '');
    const { auth } = this.settings;
    if (auth && connection.allowsAuth)
      await this.call((done) => connection.login({ credentials: auth }, done));
  }

  /** Sends a mail and returns the server's answer. Rejects with nodemailer's error. */
  async send({ from, to }: Envelope, message: Buffer): Promise<string> {
    const wide = to.find(hasWideLocalPart);
    if (wide !== undefined && !this.hasSmtpUtf8)
      throw new UnsupportedAddressError(`${wide} needs SMTPUTF8, which the mail server does not offer`);
    const envelope = { from, to, size: message.length };
    const info = await this.call<{ response: string; rejected: string[] }>((done) =>
      this.connection.send(envelope, message, done),
    );
    this.taken += 1;
    const refused = info.rejected.length ? `; refused: ${info.rejected.join(', ')}` : '';
    return `${info.response}${refused}`;
  }

  /** Says good-bye to the server, which ends the connection. */
  quit(): void {
    if (this.isOpen) this.connection.quit();
  }

  /** Ends the connection at once; a mail that is being sent is rejected. */
  close(): void {
    this.connection.close();
  }

  private call<Result>(
    start: (done: (error?: Error | null, result?: Result) => void) => void,
  ): Promise<Result> {
    const answered = new Promise<Result>((resolve, reject) =>
      start((error, result) => (error ? reject(error) : resolve(result as Result))),
    );
    return Promise.race([answered, this.ended]);
  }
}
