import type { Types } from 'mongoose';
import type { ChangeAction } from '#domain/audit/audit';
import type { Caller } from '../http/caller.decorator.js';

/** A changed field of a record. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/**
 * The records whose writes are recorded, by resource: a resource's schema file declares its own.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- each resource adds itself
export interface ChangedRecords {}
export type ChangedResource = keyof ChangedRecords;

/**
 * Facts that a writer knows besides its own record, so that subscribers need not read them; declared likewise.
 * @public
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- each resource adds itself
export interface ChangeFacts {}

/** The act of a person or program, which the audit trail has an entry of. */
export interface Act {
  caller: Caller;
  action: ChangeAction;
}

/** A write that follows from another one, or from the clock. */
interface NoAct {
  caller?: never;
  action?: never;
}

/** A write: no `before` for a new record, no `after` for a deleted one, neither where only the act matters. */
export type Change<Resource extends ChangedResource = ChangedResource> = (Act | NoAct) & {
  /** The record's id, where neither `before` nor `after` has it. */
  id?: Types.ObjectId;
  before?: ChangedRecords[Resource];
  after?: ChangedRecords[Resource];
  /** The reason that a person has given. */
  note?: string | undefined;
  /** The fields that the audit trail shows instead of all that differ. */
  fields?: FieldChange[];
  facts?: Resource extends keyof ChangeFacts ? ChangeFacts[Resource] : undefined;
};

/** A record that stays, as it was and as it is. */
export type Edit<Resource extends ChangedResource> = Change<Resource> &
  Required<Pick<Change<Resource>, 'before' | 'after'>>;
export const isEdit = <Resource extends ChangedResource>(
  change: Change<Resource>,
): change is Edit<Resource> => !!change.before && !!change.after;

/** A record that was deleted with what belongs to it: of one that is merged into another that moves on. */
export type Deletion<Resource extends ChangedResource> = Change<Resource> & {
  before: ChangedRecords[Resource];
};
export const isDeletion = <Resource extends ChangedResource>(
  change: Change<Resource>,
): change is Deletion<Resource> => !!change.before && !change.after && change.action !== 'merge';
