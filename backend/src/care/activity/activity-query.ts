import { BadRequestException } from '@nestjs/common';
import { Types } from 'mongoose';
import { type ActivityKind, activityKinds, activityMessages, activityPageSize } from '#domain/care/activity';
import { maximumPageSize } from '#domain/platform/lists';
import { isId } from '#domain/platform/rules';
import type { Place } from '../../platform/database/read-newest.js';
import {
  enumFilter,
  idFilter,
  type QuerySpec,
  parseFilter,
  wholeParameter,
} from '../../platform/http/list-query.js';

/** The record whose timeline is asked for. */
export type Subject = { customerId: Types.ObjectId } | { paymentId: Types.ObjectId };

/** An item's place in the timeline: newest first, then by kind and id. */
export interface Cursor {
  at: Date;
  kind: ActivityKind;
  id: string;
}

/** Filters of the timeline. */
const activitySpec: QuerySpec = {
  filters: {
    customerId: idFilter('customerId'),
    paymentId: idFilter('paymentId'),
    kind: enumFilter('kind', activityKinds),
  },
  sorts: {},
};

export const cursorPattern = `^\\d{1,15}-(?:${activityKinds.join('|')})-[\\w:.-]{1,64}$`;
const cursorFormat = new RegExp(cursorPattern);

export const writeCursor = ({ at, kind, id }: Cursor): string => `${at.getTime()}-${kind}-${id}`;

function parseCursor(text: unknown): Cursor | undefined {
  if (text === undefined || text === '') return undefined;
  if (typeof text !== 'string' || !cursorFormat.test(text))
    throw new BadRequestException(activityMessages.after);
  const [time = '', kind, ...id] = text.split('-');
  const at = new Date(Number(time));
  if (Number.isNaN(at.getTime())) throw new BadRequestException(activityMessages.after);
  return { at, kind: kind as ActivityKind, id: id.join('-') };
}

export interface ActivityQuery {
  subject: Subject;
  kinds: readonly ActivityKind[];
  after?: Cursor | undefined;
  limit: number;
}

/** Reads the query of the timeline. Throws 400 for an unknown filter, and where not exactly one record is named. */
export function parseActivityQuery(query: Record<string, unknown>): ActivityQuery {
  const { $and, ...one } = parseFilter(query.filter, activitySpec) as {
    _id?: unknown;
    $and?: object[];
    customerId?: Types.ObjectId;
    paymentId?: Types.ObjectId;
    kind?: ActivityKind;
  };
  const { _id, customerId, paymentId, kind } = Object.assign({}, one, ...($and ?? [])) as typeof one;
  if (_id || !customerId === !paymentId) throw new BadRequestException(activityMessages.oneRecord);
  return {
    subject: customerId ? { customerId } : { paymentId: paymentId! },
    kinds: kind ? [kind] : activityKinds,
    after: parseCursor(query.after),
    limit: wholeParameter(query, 'limit', activityPageSize, maximumPageSize),
  };
}

const rank = (kind: ActivityKind): number => activityKinds.indexOf(kind);

/** Returns the place after which items of a kind follow the cursor. */
export function placeAfter(cursor: Cursor | undefined, kind: ActivityKind): Place | undefined {
  if (!cursor) return undefined;
  const { at, id } = cursor;
  if (kind !== cursor.kind) return { at, ids: rank(kind) > rank(cursor.kind) ? 'all' : 'none' };
  return { at, ids: isId(id) ? new Types.ObjectId(id) : 'none' };
}

/** Returns the conditions of the entries of ledgers that follow the cursor: their times and ids are texts. */
export function entriesAfter(cursor: Cursor): object {
  const at = cursor.at.toISOString();
  const earlier = { 'ledger.at': { $lt: at } };
  if (rank('money') < rank(cursor.kind)) return earlier;
  const sameTime = { 'ledger.at': at, ...(cursor.kind === 'money' && { 'ledger._id': { $lt: cursor.id } }) };
  return { $or: [earlier, sameTime] };
}

/** Orders items as the timeline has them. */
export const compareItems = (one: Cursor, other: Cursor): number =>
  other.at.getTime() - one.at.getTime() ||
  rank(one.kind) - rank(other.kind) ||
  (one.id < other.id ? 1 : one.id > other.id ? -1 : 0);
