import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import { AuditEntry, AuditEntrySchema } from '../audit/audit.schema.js';
import { AuditService } from '../audit/audit.service.js';
import { Session, SessionSchema } from '../auth/session.schema.js';
import { SessionsService } from '../auth/sessions.service.js';
import { User, UserSchema } from '../auth/user.schema.js';
import { UsersService } from '../auth/users.service.js';

/** The server's services for accounts on a connection, for the command line; `note` adds to the audit trail. */
export function accountServices(connection: Connection) {
  const model = <T>(of: { name: string }, schema: object) =>
    connection.model(of.name, schema as never) as unknown as Model<T>;
  const users = new UsersService(model<User>(User, UserSchema));
  const sessions = new SessionsService(
    model<Session>(Session, SessionSchema),
    // The command line ends sessions and opens none.
    createSecretKey(randomBytes(32)),
  );
  const audit = new AuditService(model<AuditEntry>(AuditEntry, AuditEntrySchema));
  const note = (user: User, to: string) =>
    audit.add(
      { by: 'command line', ip: 'local', requestId: randomUUID() },
      'account',
      'accounts',
      String(user._id),
      {
        changes: [{ field: 'account', from: null, to }],
      },
    );
  return { users, sessions, note };
}

export type AccountServices = ReturnType<typeof accountServices>;
