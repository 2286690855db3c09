import { type Connection, type ClientSession, Types } from 'mongoose';
import type { AuditEntry } from '../../../audit/audit.schema.js';
import { readSlices } from './slices.js';

type Id = Types.ObjectId;
type Fields = Record<string, unknown>;

/** Facts that the audit trail tells of customers: records that are gone, and entries of others that name them. */
export interface Trail {
  /** The customers that were merged into these, or these into them, and not taken apart again. */
  mergedIds: Id[];
  /** The payments of these that were deleted. */
  deletedPaymentIds: Id[];
  /** Their references, by which notices of the bank name them. */
  deletedReferences: string[];
  /** The customers of these that were deleted. */
  deletedIds: Id[];
  /** Names, addresses and the like that the customers and the deleted payments had, as the fields of a form. */
  told: Fields[];
  /** The conditions of the entries of other customers that tell of these: of a merge until its undo, of different people. */
  others: object[];
  /** Those of customers who tell of one of these others by a name that it had between a merge and its undo. */
  thirds: object[];
}

/** An act of two customers at once, of each of which an entry has the same request. */
type Pair = Pick<AuditEntry, 'action' | 'at' | 'requestId'> & { otherId: string; isMerge: boolean };

/** The acts of which the entries of two customers tell of each other. */
const pairedActions: readonly string[] = ['merge', 'unmerge', 'different'];
/** Longest time between the entries of one act, in milliseconds. */
const actMs = 60_000;

const idsIn = (ids: readonly Id[]) => ids.flatMap((id) => [id, String(id)]);

const textOf = (value: unknown): string[] => (typeof value === 'string' ? [value] : []);

/** Returns the fields that an entry tells, each value that one had. */
function toldBy({ changes = [] }: AuditEntry): Fields[] {
  const of = (side: 'from' | 'to') =>
    Object.fromEntries(changes.map((change) => [change.field, change[side]] as const));
  return [of('from'), of('to')];
}

/** Reads the audit trail for the records of persons. */
class TrailReader {
  constructor(
    private readonly connection: Connection,
    private readonly session: ClientSession | undefined,
  ) {}

  async find(filter: object): Promise<AuditEntry[]> {
    const { connection, session } = this;
    const found: AuditEntry[] = [];
    for await (const entries of readSlices<AuditEntry>(connection, 'audit', filter, { session }))
      found.push(...entries);
    return found.sort((one, other) => Number(one.at) - Number(other.at));
  }

  /** The other customers of the acts that two customers have an entry of. */
  async pairsOf(own: readonly AuditEntry[]): Promise<Pair[]> {
    const acts = own.filter(({ action, requestId }) => pairedActions.includes(action) && requestId);
    const pairs: Pair[] = [];
    for (const { action, at, requestId, resourceId = '', changes = [] } of acts) {
      const around = { $gte: new Date(Number(at) - actMs), $lte: new Date(Number(at) + actMs) };
      const filter = {
        action,
        at: around,
        requestId,
        resource: 'customers',
        resourceId: { $ne: resourceId },
      };
      for (const { resourceId: otherId } of await this.find(filter))
        if (otherId)
          pairs.push({
            action,
            at,
            requestId,
            otherId,
            isMerge: changes.some(({ field }) => field === 'merged'),
          });
    }
    return pairs;
  }

  async deletedPaymentsOf(customerIds: readonly Id[]): Promise<AuditEntry[]> {
    const ofCustomer = { $elemMatch: { field: 'customerId', from: { $in: idsIn(customerIds) } } };
    return this.find({ action: 'delete', resource: 'payments', changes: ofCustomer });
  }
}

/** The condition of the other customer's entry of an act. */
const entryOf = ({ otherId, requestId }: Pair) => ({ resource: 'customers', resourceId: otherId, requestId });

/** Reads what the trail tells of customers, in a transaction. */
export async function readTrail(
  connection: Connection,
  customerIds: readonly Id[],
  session?: ClientSession,
): Promise<Trail> {
  const read = new TrailReader(connection, session);
  const own = await read.find({
    resource: 'customers',
    resourceId: { $in: customerIds.map(String) },
    action: { $ne: 'erase' },
  });
  const pairs = await read.pairsOf(own);
  const undone = pairs.flatMap((pair) => {
    if (pair.action !== 'unmerge') return [];
    const isBefore = ({ action, otherId, at }: Pair) =>
      action === 'merge' && otherId === pair.otherId && at <= pair.at;
    const merge = pairs.findLast(isBefore);
    return [{ ...pair, since: merge?.at ?? pair.at, isMerge: pair.isMerge }];
  });
  const isOver = ({ otherId, at }: Pair) =>
    undone.some((one) => one.otherId === otherId && one.since <= at && one.at >= at);
  const merged = pairs.filter((pair) => pair.action === 'merge' && !isOver(pair));
  const meanwhile: Pair[] = [];
  for (const { otherId: resourceId, since, at } of undone) {
    const entries = await read.find({ resource: 'customers', resourceId, at: { $gte: since, $lte: at } });
    meanwhile.push(...(await read.pairsOf(entries)));
  }
  // A value that a customer had while another one was merged into it may be of the other.
  const isOwn = ({ at, action }: AuditEntry) =>
    !pairedActions.includes(action) && !undone.some((one) => one.isMerge && one.since <= at && one.at >= at);
  const payments = await read.deletedPaymentsOf(customerIds);
  return {
    mergedIds: merged.map(({ otherId }) => new Types.ObjectId(otherId)),
    deletedPaymentIds: payments.flatMap(({ resourceId }) => new Types.ObjectId(resourceId)),
    deletedReferences: payments.flatMap(toldBy).flatMap(({ referenceNumber }) => textOf(referenceNumber)),
    deletedIds: own
      .filter(({ action }) => action === 'delete')
      .map(({ resourceId }) => new Types.ObjectId(resourceId)),
    told: [...own.filter(isOwn), ...payments].flatMap(toldBy),
    thirds: meanwhile.map(entryOf),
    others: [
      ...pairs.map(entryOf),
      ...undone.map(({ otherId, since, at }) => ({
        resource: 'customers',
        resourceId: otherId,
        at: { $gte: since, $lte: new Date(Number(at) + actMs) },
      })),
    ],
  };
}
