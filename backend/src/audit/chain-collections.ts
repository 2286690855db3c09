import type { Connection, mongo } from 'mongoose';
import type { AuditEntry } from './audit.schema.js';
import type { Block, Head } from './chain.js';

/** The collections of the audit trail and of its chain. */
export const chainCollections = (connection: Connection) => ({
  entries: connection.collection('audit') as unknown as mongo.Collection<AuditEntry & { mark?: string }>,
  blocks: connection.collection('auditblocks') as unknown as mongo.Collection<Block>,
  heads: connection.collection('audithead') as unknown as mongo.Collection<Head>,
});

/** Returns whether there is a chain: entries beside none have no mark. */
export const hasChain = async (connection: Connection): Promise<boolean> =>
  !!(await chainCollections(connection).heads.findOne({}));
