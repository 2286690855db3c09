import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { dayMs } from '#domain/platform/dates';
import type { ServerConfig } from '../../platform/config/server-settings.js';
import type { MailConfig } from '../../mail/mail-settings.js';

/** Validity of an answer in days; RFC 9116, 2.5.5, recommends less than a year. */
const validDays = 180;

const path = '/.well-known/security.txt';

/** Tells finders of security problems whom to write to (RFC 9116), where the settings name a contact. */
export function serveSecurityTxt(
  app: NestFastifyApplication,
  { securityContacts, mail: { publicUrl } }: Pick<ServerConfig & MailConfig, 'securityContacts' | 'mail'>,
): void {
  if (!securityContacts.length) return;
  const server = app.getHttpAdapter().getInstance();
  server.get(path, (_, reply) => {
    const lines = [
      ...securityContacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date(Date.now() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl ? [`Canonical: ${publicUrl}${path}`] : []),
    ];
    void reply.header('Cache-Control', 'no-cache').type('text/plain; charset=utf-8');
    void reply.send(`${lines.join('\n')}\n`);
  });
}
