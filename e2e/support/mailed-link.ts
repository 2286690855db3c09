import { waitFor } from '../../backend/src/testing/wait-for.js';
import type { TestSmtpServer } from '../../backend/src/testing/smtp-server.js';

/** Waits for a mail to this address with a link to a page, and returns that of the latest one, without its host. */
export async function mailedLink(smtp: TestSmtpServer, address: string, page: string): Promise<string> {
  const find = () =>
    smtp.mails
      .filter(({ to }) => to.includes(address))
      .map(({ email }) => new RegExp(`${page}#[\\w-]+`).exec(email.text ?? '')?.[0])
      .findLast(Boolean);
  await waitFor(() => find() !== undefined);
  return find() ?? '';
}
