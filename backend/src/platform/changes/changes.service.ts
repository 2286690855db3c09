import { Injectable, Logger } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import type { Change, ChangedResource } from './change.js';
import { changeSteps, everyResource, type Subscription, subscriptionsOf } from './subscribers.js';

interface Subscriber extends Subscription {
  /** Class and method, for the log. */
  name: string;
  call: (...parameters: unknown[]) => Promise<void> | void;
}

type Recorded = Map<ChangedResource, Change[]>;

/** Tells subscribers of each write of a record: see InChange and AfterChange. */
@Injectable()
export class ChangesService {
  private readonly logger = new Logger('Changes');
  private found: Subscriber[] | undefined;
  /** The changes of running transactions, for the subscribers after their commits. */
  private readonly recorded = new WeakMap<UnitOfWork, Recorded>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** The subscribers of all modules, in the order of their steps. */
  private get subscribers(): Subscriber[] {
    return (this.found ??= this.find());
  }

  private find(): Subscriber[] {
    const instances = this.discovery
      .getProviders()
      .map(({ instance }): unknown => instance)
      .filter((instance) => typeof instance === 'object' && instance !== null);
    const found = [...new Set(instances)].flatMap((instance) => {
      const methods = instance as Record<string | symbol, Subscriber['call']>;
      const { name: className } = methods.constructor as { name: string };
      return subscriptionsOf(instance).map(({ method, ...subscription }) => ({
        ...subscription,
        name: `${className}.${String(method)}`,
        call: (...parameters: unknown[]) => methods[method]!(...parameters),
      }));
    });
    const position = ({ step }: Subscription) => changeSteps.indexOf(step);
    return found.sort((one, other) => position(one) - position(other));
  }

  /** The subscribers of a resource in the order of their calls, by class and method. */
  subscribersOf(resource: ChangedResource): string[] {
    return this.subscribers.filter(isFor(resource)).map(({ name }) => name);
  }

  /** Tells the subscribers of writes of one resource, in their transaction; those after the commit get all at once. */
  async record<Resource extends ChangedResource>(
    resource: Resource,
    changes: Change<Resource> | readonly Change<Resource>[],
    unit: UnitOfWork,
  ): Promise<void> {
    const all = ([changes] as (Change | Change[])[]).flat();
    if (!all.length) return;
    this.deferToCommit(resource, all, unit);
    for (const subscriber of this.subscribers.filter(isFor(resource))) {
      const told = subscriber.isInside ? toldTo(subscriber, all) : [];
      if (told.length) await subscriber.call(told, unit, resource);
    }
  }

  private deferToCommit(resource: ChangedResource, changes: Change[], unit: UnitOfWork): void {
    const earlier = this.recorded.get(unit);
    const recorded: Recorded = earlier ?? new Map<ChangedResource, Change[]>();
    if (!earlier) {
      this.recorded.set(unit, recorded);
      unit.afterCommit(() => this.callLateSubscribers(recorded));
    }
    recorded.set(resource, [...(recorded.get(resource) ?? []), ...changes]);
  }

  private async callLateSubscribers(recorded: Recorded): Promise<void> {
    for (const subscriber of this.subscribers)
      if (!subscriber.isInside)
        for (const [resource, changes] of recorded)
          if (isFor(resource)(subscriber)) await this.tell(subscriber, changes, resource);
  }

  private async tell(subscriber: Subscriber, all: Change[], resource: ChangedResource): Promise<void> {
    const { name, call } = subscriber;
    const changes = toldTo(subscriber, all);
    if (!changes.length) return;
    try {
      await call(changes, resource);
    } catch (error) {
      this.logger.error({
        message: 'A subscriber failed after the commit',
        subscriber: name,
        resource,
        ids: changes.slice(0, 10).map((change) => String(idOf(change))),
        error: (error as Error).stack,
      });
    }
  }
}

/** Those of some changes that concern a subscriber. */
const toldTo = ({ only }: Subscription, changes: Change[]): Change[] =>
  only ? changes.filter(only as (change: Change) => boolean) : changes;

const isFor =
  (resource: ChangedResource) =>
  (subscriber: Subscription): boolean =>
    subscriber.resource === resource || subscriber.resource === everyResource;

/** The id of the changed record. */
export function idOf({ id, before, after }: Change): unknown {
  return id ?? ((after ?? before) as { _id?: unknown } | undefined)?._id;
}
