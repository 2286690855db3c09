import { Types } from 'mongoose';

type Id = Types.ObjectId;

/** Knows which customer stands for one that was merged into another, for lists that are filtered by a customer. */
export abstract class MergedCustomers {
  /** Returns the id that stands for a customer that was merged; undefined for one that was not. */
  abstract standsFor(id: Id): Promise<Id | undefined>;

  /** Returns the accepted conditions of a list; one on a customer that was merged finds the one that it went into. */
  async follow<Conditions extends object>(conditions: Conditions): Promise<Conditions> {
    const { $and, customerId } = conditions as { $and?: object[]; customerId?: unknown };
    const followed = {
      ...conditions,
      ...($and && { $and: await Promise.all($and.map((one) => this.follow(one))) }),
    };
    if (!(customerId instanceof Types.ObjectId)) return followed;
    return { ...followed, customerId: (await this.standsFor(customerId)) ?? customerId };
  }
}
