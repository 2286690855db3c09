import type { Order } from '#domain/visitor/orders';
import { useTexts } from '../../texts/language.js';
import { Filled } from '../../parts/Filled.js';
import { HowToPay } from '../HowToPay.js';
import { PlanParts } from './PlanParts.js';
import { usePlanFormats } from './usePlanFormats.js';

/** Says how to pay the amount that is asked now, beside it the whole that is still to pay, and lists the parts. */
export function PlanPay({ order }: { order: Order }) {
  const t = useTexts();
  const { money } = usePlanFormats(order);
  const { due = 0, askedNow } = order;
  // The amount that is asked now is told as that of a payment without a plan.
  const asked: Order = askedNow ? { ...order, status: 'waiting', due: askedNow.amount } : order;
  return (
    <>
      <HowToPay order={asked}>
        {askedNow && due > askedNow.amount && (
          <span className="muted pay-whole">
            <Filled text={t.planWhole} values={{ due: money(due) }} />
          </span>
        )}
      </HowToPay>
      <PlanParts order={order} />
    </>
  );
}
