import { randomUUID } from 'node:crypto';
import { defaultLanguage, isLanguage, languages, languageFacts } from '#domain/platform/languages';
import { isAccountEmail } from '../../auth/users/credentials.js';
import { CliError, runCli } from '../../platform/cli/cli.js';
import { loadSettings } from '../../platform/config/environment.js';
import { composeMessage } from '../../mail/mail-message.js';
import { mailSettings } from '../../mail/mail-settings.js';
import { defaultMailTimes } from '../../mail/mail-times.js';
import { describeSmtpError } from '../../mail/smtp-errors.js';
import { mailTexts } from '../../mail/templates/order-facts.js';
import { SmtpSession } from '../../mail/smtp-session.js';

const definition = {
  name: 'mail-test',
  forms: ['ADDRESS [--lang fr]'],
  description: `Sends a test mail to an address by the settings of the mail server (SMTP_URL, MAIL_FROM), and prints the response
of the mail server. Needs no database, and stores nothing. --lang fr: in French.`,
  options: { lang: { type: 'string' } },
  maxPositionals: 1,
} as const;

await runCli(definition, async ({ lang = defaultLanguage }, [to = '']) => {
  if (!isLanguage(lang)) throw new CliError(`--lang takes ${languages.join(' or ')}, not "${lang}"`);
  if (!isAccountEmail(to)) throw new CliError(`mail-test takes an email address, not "${to}"`);
  const settings = loadSettings(mailSettings).mail;
  const { smtp, from } = settings;
  if (!smtp || !from) throw new CliError('SMTP_URL is not set: mails are held, and none can be sent');
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  const { subject, text } = mailTexts[lang].trial;
  const mail = { to, subject, text, html: `<p lang="${languageFacts[lang].tag}">${text}</p>` };
  const messageId = `<${randomUUID()}@${domain}>`;
  const { envelope, message } = await composeMessage({ ...mail, messageId }, settings);
  try {
    const session = await SmtpSession.open(smtp, defaultMailTimes, () => undefined);
    const response = await session.send(envelope, message);
    session.quit();
    console.log(`Sent to ${to} by ${smtp.host}:${smtp.port}, which responded: ${response}`);
  } catch (error) {
    throw new CliError(`${smtp.host}:${smtp.port} sent nothing: ${describeSmtpError(error)}`);
  }
});
