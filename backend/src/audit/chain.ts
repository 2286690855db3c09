import { createHmac, type KeyObject } from 'node:crypto';
import { type Connection, mongo, type Types } from 'mongoose';
import type { AuditEntry } from './audit.schema.js';

/**
 * The chain of the audit trail. Each entry has a mark of its own content; after its commit it is linked: its link carries
 * the hash of the link before it, and links are stored in blocks. The head names the last block. All of it is under a
 * key, so that an entry that is changed, added, or missing is found, be it the last one.
 */
export interface Link {
  id: Types.ObjectId;
  at: Date;
  hash: string;
}

/** Links that were added at once. `before` and `until` are the latest times of entries before its end, and before it. */
export interface Block {
  _id: number;
  previous: string;
  before: Date;
  until: Date;
  links: Link[];
  mark: string;
}

/** The end of the chain, and the time until which entries may have been deleted by their age. */
export interface Head {
  _id: 'head';
  block: number;
  hash: string;
  until: Date;
  expired: Date;
  /** True until the entries of the versions before the chain are in it. */
  isAdopting: boolean;
  mark: string;
}

/** An entry as it waits for its link. */
export type Linkable = Pick<AuditEntry, '_id' | 'at'> & { mark: string };

const hmac = (key: KeyObject, ...parts: (string | Uint8Array)[]): string => {
  const digest = createHmac('sha256', key);
  for (const part of parts) digest.update(part);
  return digest.digest('base64url');
};

const contentMark = (key: KeyObject, content: object): string =>
  hmac(key, 'entry', mongo.BSON.serialize(content));

/** An entry of the trail with the mark of its content. */
export type Marked<Entry> = Entry & { mark: string };

/** Returns an entry as it will be read again, without the fields that are undefined, with the mark of that. */
export function withMark<Entry extends object>(key: KeyObject, entry: Entry): Marked<Entry> {
  const bytes = mongo.BSON.serialize(entry);
  return { ...(mongo.BSON.deserialize(bytes) as Entry), mark: hmac(key, 'entry', bytes) };
}

/** The mark of a stored entry's content. Its stored form is signed, which is the same however it is read. */
export function markOf(key: KeyObject, entry: object): string {
  const content: Record<string, unknown> = { ...entry };
  delete content.mark;
  return contentMark(key, content);
}

const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  const known = Object.entries(value).filter(([, field]) => field !== null);
  return Object.fromEntries(known.map(([name, field]) => [name, withoutNulls(field)]));
};

/**
 * Returns whether a stored entry has the mark of its content. Earlier versions marked an entry with fields that were
 * undefined, such as the address of a caller who was gone, and stored these as null.
 */
export function isMarked(key: KeyObject, entry: object & { mark?: string }): entry is Marked<object> {
  const { mark, ...content } = entry;
  const ofFields = Object.fromEntries(Object.entries(content).filter(([, value]) => value !== null));
  return [content, ofFields, withoutNulls(content) as object].some((form) => mark === contentMark(key, form));
}

const linkHash = (key: KeyObject, previous: string, { _id, at, mark }: Linkable): string =>
  hmac(key, JSON.stringify(['link', previous, String(_id), at, mark]));

const blockMark = (key: KeyObject, { _id, previous, before, until, links }: Omit<Block, 'mark'>): string =>
  hmac(
    key,
    JSON.stringify([
      'block',
      _id,
      previous,
      before,
      until,
      links.map(({ id, at, hash }) => [String(id), at, hash]),
    ]),
  );

const headMark = (key: KeyObject, { block, hash, until, expired, isAdopting }: Omit<Head, 'mark'>): string =>
  hmac(key, JSON.stringify(['head', block, hash, until, expired, isAdopting]));

/** Returns the next block and the head after it; entries before `expired` may have been deleted by their age. */
export function extend(
  key: KeyObject,
  head: Head | null,
  entries: readonly Linkable[],
  expired: Date,
  isAdopting = head?.isAdopting ?? false,
): { block: Block; head: Head } {
  const before = head?.until ?? new Date(0);
  let hash = head?.hash ?? '';
  const links = entries.map((entry) => {
    hash = linkHash(key, hash, entry);
    return { id: entry._id, at: entry.at, hash };
  });
  const until = new Date(Math.max(Number(before), ...entries.map(({ at }) => Number(at))));
  const content = { _id: (head?.block ?? 0) + 1, previous: head?.hash ?? '', before, until, links };
  const latest = new Date(Math.max(Number(head?.expired ?? 0), Number(expired)));
  const end = { _id: 'head' as const, block: content._id, hash, until, expired: latest, isAdopting };
  return {
    block: { ...content, mark: blockMark(key, content) },
    head: { ...end, mark: headMark(key, end) },
  };
}

export const isHeadRight = (key: KeyObject, head: Head): boolean => head.mark === headMark(key, head);

export const isBlockRight = (key: KeyObject, block: Block): boolean => block.mark === blockMark(key, block);

/** Returns whether an entry was linked after `previous`, under its mark or one that an erasure has replaced. */
export const isLinked = (
  key: KeyObject,
  previous: string,
  entry: Linkable,
  { hash }: Link,
  formerMarks: readonly string[] = [],
): boolean =>
  isMarked(key, entry) &&
  [entry.mark, ...formerMarks].some((mark) => hash === linkHash(key, previous, { ...entry, mark }));

/** The collections of the audit trail and of its chain. */
export const chainCollections = (connection: Connection) => ({
  entries: connection.collection('audit') as unknown as mongo.Collection<AuditEntry & { mark?: string }>,
  blocks: connection.collection('auditblocks') as unknown as mongo.Collection<Block>,
  heads: connection.collection('audithead') as unknown as mongo.Collection<Head>,
});

/** Returns whether there is a chain: entries beside none have no mark. */
export const hasChain = async (connection: Connection): Promise<boolean> =>
  !!(await chainCollections(connection).heads.findOne({}));
