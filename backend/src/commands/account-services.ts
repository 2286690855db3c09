import { HttpException } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import { AuditChain } from '../audit/audit-chain.service.js';
import { AuditEntry, AuditEntrySchema } from '../audit/audit.schema.js';
import { AuditService } from '../audit/audit.service.js';
import { EmailLink, EmailLinkSchema } from '../auth/users/email-link.schema.js';
import { EmailLinks } from '../auth/users/email-links.service.js';
import { operator } from '../auth/users/credentials.js';
import { PersonalViews, PersonalViewsSchema } from '../saved-views/saved-view.schema.js';
import { SavedViewsService } from '../saved-views/saved-views.service.js';
import { PasskeySchema, StoredPasskey } from '../auth/second-factor/passkey.schema.js';
import { PasskeysService } from '../auth/second-factor/passkeys.service.js';
import { SecondFactor, SecondFactorSchema } from '../auth/second-factor/second-factor.schema.js';
import { SecondFactorsService } from '../auth/second-factor/second-factors.service.js';
import { Session, SessionSchema } from '../auth/sessions/session.schema.js';
import { SessionsService } from '../auth/sessions/sessions.service.js';
import { SignInTicket, SignInTicketSchema } from '../auth/sessions/sign-in-ticket.schema.js';
import { User, UserSchema } from '../auth/users/user.schema.js';
import { UsersService } from '../auth/users/users.service.js';
import { ChangesService } from '../changes/changes.service.js';
import type { Config } from '../config/config.js';
import { Leader } from '../database/leader.js';
import { TransactionsService } from '../database/transactions/transactions.service.js';
import type { Caller } from '../http/caller.decorator.js';
import { Mail, MailSchema } from '../mail/mail.schema.js';
import { Outbox } from '../mail/outbox.js';
import { SiteUrl } from '../mail/site-url.js';
import { SealedSecrets } from '../secrets/sealed-secrets.js';
import type { ServerKeys } from '../secrets/server-key.js';
import { AccountMails } from '../people/account-mails.js';
import { InvitationRecord, InvitationSchema } from '../people/invitation.schema.js';
import { InvitationsService } from '../people/invitations.service.js';
import { PasswordLink, PasswordLinkSchema } from '../people/password-link.schema.js';
import { PasswordLinks } from '../people/password-links.service.js';
import { PeopleService } from '../people/people.service.js';

/** The server's services for accounts on a connection, for the command line, under the server's keys. */
export function accountServices(connection: Connection, config: Config, keys: ServerKeys) {
  const model = <T>(of: { name: string }, schema: object) =>
    connection.model(of.name, schema as never) as unknown as Model<T>;
  const secrets = new SealedSecrets(keys, connection, config);
  const factors = new SecondFactorsService(
    model<SecondFactor>(SecondFactor, SecondFactorSchema),
    new PasskeysService(model<StoredPasskey>(StoredPasskey, PasskeySchema)),
    secrets,
  );
  const users = new UsersService(model<User>(User, UserSchema));
  const sessions = new SessionsService(
    model<Session>(Session, SessionSchema),
    model<SignInTicket>(SignInTicket, SignInTicketSchema),
    keys,
  );
  const unitOfWork = new TransactionsService(connection);
  const subscribers: object[] = [];
  const providers = { getProviders: () => subscribers.map((instance) => ({ instance })) };
  const changes = new ChangesService(providers);
  const chain = new AuditChain(connection, config, unitOfWork, new Leader(connection));
  const audit = new AuditService(model<AuditEntry>(AuditEntry, AuditEntrySchema), chain, config);
  const outbox = new Outbox(model<Mail>(Mail, MailSchema), config, changes, unitOfWork, secrets);
  const mails = new AccountMails(users, outbox, new SiteUrl(config, {}), config);
  const passwords = model<PasswordLink>(PasswordLink, PasswordLinkSchema);
  const links = new PasswordLinks(passwords, users, sessions, mails, outbox, audit, unitOfWork, changes);
  const views = new SavedViewsService(model<PersonalViews>(PersonalViews, PersonalViewsSchema), unitOfWork);
  const people = new PeopleService(users, sessions, factors, views, unitOfWork, changes);
  const records = model<InvitationRecord>(InvitationRecord, InvitationSchema);
  const invitations = new InvitationsService(records, users, mails, outbox, unitOfWork, changes);
  const emails = new EmailLinks(model<EmailLink>(EmailLink, EmailLinkSchema), users, unitOfWork, changes);
  subscribers.push(audit, mails, links, emails, invitations);
  changes.onModuleInit();
  const caller: Caller = { by: operator, actor: { kind: 'operator' }, ip: 'local', requestId: randomUUID() };
  return { users, people, invitations, caller, chain };
}

/** Returns the message of a refusal by a service, such as of the last admin, which an operator can use as well. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof HttpException ? error.message : undefined;

export type AccountServices = ReturnType<typeof accountServices>;
