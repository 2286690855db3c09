import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpSettings } from './mail-settings.js';
import type { MailTimes } from './mail-times.js';
import { UnsupportedAddressError } from './smtp-errors.js';

export interface Envelope {
  from: string;
  to: string[];
}

const hasWideLocalPart = (address: string): boolean =>
  // oxlint-disable-next-line no-control-regex
  /[^\u0000-\u007f]/.test(address.slice(0, address.lastIndexOf('@')));

/** A signed-in connection to the mail server that sends one mail after the other. */
export class SmtpSession {
  /** Number of mails sent on this connection. */
  taken = 0;
  private isClosed = false;
  private hasSmtpUtf8 = false;
  private readonly connection: SMTPConnection;
  /** Rejects when the connection fails or is closed. */
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
      // A password is only sent over TLS.
      requireTLS: !secure && !!auth,
      connectionTimeout: times.connectTimeoutMs,
      greetingTimeout: times.commandTimeoutMs,
      socketTimeout: times.commandTimeoutMs,
      socketCloseTimeout: 1000,
      // Overrides NODE_TLS_REJECT_UNAUTHORIZED.
      tls: { rejectUnauthorized: true, ...(ca && { ca }) },
    });
    this.ended = new Promise((_, reject) => {
      this.connection.on('error', reject);
      this.connection.once('end', () => {
        this.isClosed = true;
        // nodemailer emits the end of the connection before the error that caused it.
        setImmediate(() => reject(new Error('The connection to the mail server was closed')));
      });
    });
    // The next mail detects a connection that was closed between two mails.
    this.ended.catch(() => undefined);
  }

  /**
   * Connects and signs in. Rejects with nodemailer's error. `onCreated` gets the session before that, so that it can be
   * closed.
   */
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

  /** Sends a mail and returns the server's response. Rejects with nodemailer's error. */
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

  /** Sends QUIT; the server then closes the connection. */
  quit(): void {
    if (this.isOpen) this.connection.quit();
  }

  /** Closes the connection at once; a mail that is being sent is rejected. */
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
