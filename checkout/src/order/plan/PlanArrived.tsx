import type { Order } from '#domain/visitor/orders';
import { useLanguage, useTexts } from '../../texts/language.js';
import { Filled } from '../../parts/Filled.js';
import { saidSentText } from '../orderTexts.js';
import { usePlanFormats } from './usePlanFormats.js';

interface PlanArrivedProps {
  order: Order;
  askedNow: NonNullable<Order['askedNow']>;
  isOverdue: boolean;
}

/** The money that is there, and what is asked next, or that it is on its way. */
export function PlanArrived({ order, askedNow, isOverdue }: PlanArrivedProps) {
  const t = useTexts();
  const language = useLanguage();
  const { money, day } = usePlanFormats(order);
  const { received = 0, amount, saidSent } = order;
  return (
    <>
      <p>
        <strong>
          <Filled text={t.planArrived} values={{ received: money(received), total: money(amount.value) }} />
        </strong>
      </p>
      <p>
        {saidSent ? (
          // oxlint-disable-next-line react/purity -- A screen shows the time at which it is drawn.
          saidSentText(saidSent.date, new Date(), t, language)
        ) : (
          <Filled
            text={isOverdue ? t.planLate : t.planNext}
            values={{ amount: money(askedNow.amount), day: day(askedNow.due) }}
          />
        )}
      </p>
    </>
  );
}
