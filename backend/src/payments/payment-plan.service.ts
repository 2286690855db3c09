import { ConflictException, Inject, Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { planErrors, type PlanInput, planMessages, planNote, storedPlan } from '#domain/payments/plan';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { TransactionsService } from '../platform/database/transactions/transactions.service.js';
import type { Caller } from '../platform/http/caller.decorator.js';
import { EditConflictException } from '../platform/http/errors/edit-conflict.exception.js';
import { invalidFields } from '../platform/http/validation.pipe.js';
import { type PaymentWithFigures, toStoredDay } from './payment-record.js';
import type { Payment } from './payment.schema.js';
import { PaymentsService } from './payments.service.js';

/** Sets in which parts a payment is to be paid. */
@Injectable()
export class PaymentPlanService {
  constructor(
    private readonly payments: PaymentsService,
    private readonly unitOfWork: TransactionsService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /** Sets or ends a pending payment's plan. Throws 404, 409 for another version or status, 400 for one that misfits. */
  set(id: Types.ObjectId, input: PlanInput, caller: Caller): Promise<PaymentWithFigures> {
    return this.unitOfWork.run(async (unit) => {
      const before = await this.payments.findStored(id, unit);
      if (isSame(before, input.plan)) return this.payments.withFigures(before);
      if (input.version !== before.version) throw new EditConflictException();
      if (before.status !== 'pending') throw new ConflictException(planMessages.notPending);
      const fields = this.fieldsOf(before, input);
      const note = planNote(fields.plan, before.currency);
      const act = { fields, note, action: 'update' as const };
      return this.payments.withFigures(await this.payments.act(before, act, caller, unit));
    });
  }

  private fieldsOf(
    { amount, currency, plan: former = [] }: Payment,
    { plan, transferDate }: PlanInput,
  ): Pick<Payment, 'plan' | 'plannedOn' | 'transferDate'> {
    if (plan === null) {
      const day = transferDate === undefined ? former.at(-1)?.due : transferDate;
      return { plan: undefined, plannedOn: undefined, transferDate: toStoredDay(day) };
    }
    const today = this.config.calendar.dayOf(new Date());
    const errors = planErrors(plan, { amount, currency }, today);
    if (Object.keys(errors).length) throw invalidFields(errors);
    return { plan: storedPlan(plan), plannedOn: today };
  }
}

/** Returns whether a payment has this plan already. */
function isSame({ plan: former = [] }: Payment, plan: PlanInput['plan']): boolean {
  if (!former.length) return plan === null;
  return (
    Array.isArray(plan) &&
    plan.length === former.length &&
    former.every(({ amount, due }, index) => plan[index]?.amount === amount && plan[index]?.due === due)
  );
}
