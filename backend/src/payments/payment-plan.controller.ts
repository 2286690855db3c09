import { Body, Controller, Put } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Types } from 'mongoose';
import { dayPattern } from '#domain/platform/dates';
import { maximumAmount, paymentRules } from '#domain/payments/payments';
import { type PlanInput, planLength, planMessages } from '#domain/payments/plan';
import type { PlannedPart } from '#domain/payments/plan-parts';
import { requiredVersion } from '#domain/platform/rules';
import { Writes } from '../platform/http/access.decorators.js';
import { type Caller, FromCaller } from '../platform/http/caller.decorator.js';
import { ValidateWith } from '../platform/http/validate-with.decorator.js';
import { PaymentPlanService } from './payment-plan.service.js';
import { PaymentId } from './payment-id.decorator.js';

/** The body of PUT /payments/{id}/plan; the parts are read by the rules of plan.ts, which know the payment. */
export class PlanDto implements PlanInput {
  @ApiProperty({
    type: 'array',
    minItems: planLength.least,
    maxItems: planLength.most,
    nullable: true,
    items: {
      type: 'object',
      required: ['amount', 'due'],
      properties: {
        amount: { type: 'number', maximum: maximumAmount },
        due: { type: 'string', pattern: dayPattern },
      },
    },
  })
  @ValidateWith((value) => (value === undefined ? planMessages.required : undefined))
  plan!: PlannedPart[] | null;

  /** Beside null: the transfer date of the payment then, in place of the last day of its parts. */
  @ValidateWith(paymentRules.transferDate) transferDate?: string | null;
  @ValidateWith(requiredVersion) version!: number;
}

@Controller('payments/:id/plan')
export class PaymentPlanController {
  constructor(private readonly service: PaymentPlanService) {}

  /** Sets in which parts a pending payment is to be paid: two to twelve, which add up to it; null ends that. */
  @Writes('payments')
  @Put()
  set(@PaymentId id: Types.ObjectId, @Body() input: PlanDto, @FromCaller() caller: Caller) {
    return this.service.set(id, input, caller);
  }
}
