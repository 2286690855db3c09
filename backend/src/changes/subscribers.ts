import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Change, ChangedResource } from './change.js';

/**
 * The order in which subscribers are called. Inside the transaction: refusals, the audit trail, the links of
 * accounts, statistics, search terms,
 * the customers' `hasPayment`, and mails. After its commit: the mail worker, and matching, which may take longest.
 */
export const changeSteps = [
  ...['check', 'audit', 'links', 'stats', 'search', 'customers', 'mail'],
  ...['worker', 'matching'],
] as const;
export type ChangeStep = (typeof changeSteps)[number];

/** Every resource, for a subscriber that treats all alike. */
export const everyResource = '*';
type Subscribed = ChangedResource | typeof everyResource;
type ChangesOf<Resource extends Subscribed> = readonly Change<
  Resource extends ChangedResource ? Resource : ChangedResource
>[];

type Handler<Resource extends Subscribed> = (
  changes: ChangesOf<Resource>,
  unit: UnitOfWork,
  resource: ChangedResource,
) => Promise<void> | void;
type LateHandler<Resource extends Subscribed> = (
  changes: ChangesOf<Resource>,
  resource: ChangedResource,
) => Promise<void>;

/** A subscription as its decorator stores it on the method. */
export interface Subscription {
  resource: Subscribed;
  step: ChangeStep;
  isInside: boolean;
}

const subscriptions = Symbol('subscriptions to changes');

/** Returns the subscriptions of a method. */
export const subscriptionsOf = (method: object): readonly Subscription[] =>
  (Reflect.getMetadata(subscriptions, method) as Subscription[] | undefined) ?? [];

const subscribe = (subscription: Subscription) => (method: object | undefined) =>
  method && Reflect.defineMetadata(subscriptions, [...subscriptionsOf(method), subscription], method);

/**
 * Calls the method with changes of a resource inside their transaction. It must have no effect outside the database, as
 * a rerun of the transaction calls it again; where it throws, the transaction ends.
 */
export const InChange =
  <Resource extends Subscribed>(resource: Resource, step: ChangeStep) =>
  (_target: object, _name: string | symbol, method: { value?: Handler<Resource> }): void => {
    subscribe({ resource, step, isInside: true })(method.value);
  };

/**
 * Calls the method with all changes of a resource in a transaction after its commit, before the writer continues. Its
 * errors are logged only: what must happen in any case leaves a mark inside the transaction.
 */
export const AfterChange =
  <Resource extends Subscribed>(resource: Resource, step: ChangeStep) =>
  (_target: object, _name: string | symbol, method: { value?: LateHandler<Resource> }): void => {
    subscribe({ resource, step, isInside: false })(method.value);
  };
