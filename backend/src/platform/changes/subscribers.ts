import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Change, ChangedResource } from './change.js';

/**
 * The order in which subscribers are called. Inside the transaction: refusals, the audit trail, records that belong to
 * the changed one and end with it, statistics, search terms, the customers' `hasPayment`, and mails. After its commit:
 * the mail worker, and matching, which may take longest.
 */
export const changeSteps = [
  'check',
  'audit',
  'belongings',
  'stats',
  'search',
  'customers',
  'mail',
  'worker',
  'matching',
] as const;
export type ChangeStep = (typeof changeSteps)[number];

/** Every resource, for a subscriber that treats all alike. */
export const everyResource = '*';
type Subscribed = ChangedResource | typeof everyResource;
type ChangeOf<Resource extends Subscribed> = Change<
  Resource extends ChangedResource ? Resource : ChangedResource
>;

type Handler<Told> = (
  changes: readonly Told[],
  unit: UnitOfWork,
  resource: ChangedResource,
) => Promise<void> | void;
type LateHandler<Told> = (changes: readonly Told[], resource: ChangedResource) => Promise<void>;

/** The changes that concern a subscriber, where not all of a resource do: it is called where there are some. */
type Only<Resource extends Subscribed, Told extends ChangeOf<Resource>> =
  | ((change: ChangeOf<Resource>) => change is Told)
  | ((change: ChangeOf<Resource>) => boolean);

/** A decorator of methods that are such handlers. */
type Decorator<Of> = (target: object, method: string | symbol, descriptor: { value?: Of }) => void;

/** A subscription as its decorator stores it. */
export interface Subscription {
  resource: Subscribed;
  step: ChangeStep;
  isInside: boolean;
  only?: ((change: never) => boolean) | undefined;
}

export interface MethodSubscription extends Subscription {
  method: string | symbol;
}

/** By the prototype of the subscriber's class. Asking each method of each class would take much of a start. */
const subscriptions = new WeakMap<object, MethodSubscription[]>();

/** Returns the subscriptions of an instance's methods, those of its class's ancestors included. */
export function subscriptionsOf(instance: object): readonly MethodSubscription[] {
  const prototype = Object.getPrototypeOf(instance) as object | null;
  return prototype ? [...(subscriptions.get(prototype) ?? []), ...subscriptionsOf(prototype)] : [];
}

function subscribe(prototype: object, subscription: MethodSubscription): void {
  const known = subscriptions.get(prototype);
  if (known) known.push(subscription);
  else subscriptions.set(prototype, [subscription]);
}

/**
 * Calls the method with changes of a resource inside their transaction. It must have no effect outside the database, as
 * a rerun of the transaction calls it again; where it throws, the transaction ends.
 */
export const InChange =
  <Resource extends Subscribed, Told extends ChangeOf<Resource> = ChangeOf<Resource>>(
    resource: Resource,
    step: ChangeStep,
    only?: Only<Resource, Told>,
  ): Decorator<Handler<Told>> =>
  (target, method) =>
    subscribe(target, { resource, step, isInside: true, only, method });

/**
 * Calls the method with all changes of a resource in a transaction after its commit, before the writer continues. Its
 * errors are logged only: what must happen in any case leaves a mark inside the transaction.
 */
export const AfterChange =
  <Resource extends Subscribed, Told extends ChangeOf<Resource> = ChangeOf<Resource>>(
    resource: Resource,
    step: ChangeStep,
    only?: Only<Resource, Told>,
  ): Decorator<LateHandler<Told>> =>
  (target, method) =>
    subscribe(target, { resource, step, isInside: false, only, method });
