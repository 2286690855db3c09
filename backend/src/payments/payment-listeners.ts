import { Injectable, Logger } from '@nestjs/common';
import type { Types } from 'mongoose';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';

/** `renamed`: the payment has got another reference. */
export type PaymentEvent = 'created' | 'renamed' | 'changed';
export type PaymentListener = (payment: { id: Types.ObjectId; event: PaymentEvent }) => Promise<void>;

/** Calls listeners after the commit of each write of a payment. */
@Injectable()
export class PaymentListeners {
  private readonly logger = new Logger('Payments');
  private readonly listeners: PaymentListener[] = [];

  add(listener: PaymentListener): void {
    this.listeners.push(listener);
  }

  /** Calls the listeners after the unit's commit. Their errors are logged: the payment is stored. */
  announce(unit: UnitOfWork, id: Types.ObjectId, event: PaymentEvent = 'changed'): void {
    unit.afterCommit(async () => {
      for (const listener of this.listeners)
        await listener({ id, event }).catch((error: Error) =>
          this.logger.error({ message: 'A listener failed', paymentId: String(id), error: error.stack }),
        );
    });
  }
}
