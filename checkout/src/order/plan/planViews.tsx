import type { Order, OrderStatus } from '#domain/visitor/orders';
import { fill } from '#domain/texts/catalogue';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { loadTexts, useLanguage, useTexts } from '../../texts/language.js';
import { planTexts } from '../../texts/loaders.js';
import { OrderStatusNotice } from '../OrderStatusNotice.js';
import { Filled } from '../../parts/Filled.js';
import { saidSentText } from '../orderTexts.js';
import { HowToPay } from '../HowToPay.js';

/** The parts of the page that show a payment with a plan, in the places of those of others. */
const planViews = { Notice: PlanNotice, Pay: PlanPay };
export type PlanViews = typeof planViews;

/** Returns these once their texts are loaded. */
export async function loadPlanViews(): Promise<PlanViews> {
  await loadTexts(planTexts);
  return planViews;
}

/** The status of a payment with a plan: one of which a part has arrived is asked for the next one. */
function PlanNotice({ status, order }: { status: OrderStatus; order: Order | undefined }) {
  if (status !== 'partly' || !order?.askedNow) return <OrderStatusNotice status={status} order={order} />;
  const isOverdue = order.plan?.some(({ state }) => state === 'overdue');
  return (
    <OrderStatusNotice status={status} order={order} tone={isOverdue ? 'warning' : 'info'}>
      <PlanArrived order={order} askedNow={order.askedNow} isOverdue={isOverdue === true} />
    </OrderStatusNotice>
  );
}

interface PlanArrivedProps {
  order: Order;
  askedNow: NonNullable<Order['askedNow']>;
  isOverdue: boolean;
}

/** The money that is there, and what is asked next, or that it is on its way. */
function PlanArrived({ order, askedNow, isOverdue }: PlanArrivedProps) {
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

/** Says how to pay the amount that is asked now, beside it the whole that is still to pay, and lists the parts. */
function PlanPay({ order }: { order: Order }) {
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

/** The parts with their states, and the money that came for them. */
function PlanParts({ order }: { order: Order }) {
  const t = useTexts();
  const { money, day } = usePlanFormats(order);
  const { plan = [], receipts = [] } = order;
  return (
    <section className="panel plan" aria-labelledby="parts">
      <h2 id="parts">{t.plan}</h2>
      <dl>
        {plan.map(({ amount, due, open, state }) => (
          <div className="summary-row" key={due}>
            <dt>{fill(t.planDay, { day: day(due) })}</dt>
            <dd>
              <span translate="no">{money(amount)}</span>
              {state && (
                <small>
                  <Filled text={t.planStates[state]} values={{ open: money(open) }} />
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {receipts.length > 0 && (
        <>
          <h3>{t.planReceived}</h3>
          <dl>
            {/* Two may be of one day and amount; they are in the order in which they came. */}
            {receipts.map((receipt, index) => (
              <div className="summary-row" key={index}>
                <dt>{day(receipt.day)}</dt>
                <dd translate="no">{money(receipt.amount)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

/** Returns the formats of the amounts and days of an order. */
function usePlanFormats({ amount: { currency } }: Order) {
  const language = useLanguage();
  return {
    money: (amount: number) => formatNamedMoney(amount, currency, language),
    day: (day: string) => formatDay(day, language),
  };
}
