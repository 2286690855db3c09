import type { Order } from '#domain/visitor/orders';
import { fill } from '#domain/texts/catalogue';
import { useTexts } from '../../texts/language.js';
import { Filled } from '../../parts/Filled.js';
import { usePlanFormats } from './usePlanFormats.js';

/** The parts with their states, and the money that came for them. */
export function PlanParts({ order }: { order: Order }) {
  const t = useTexts();
  const { money, day } = usePlanFormats(order);
  const { plan = [], receipts = [] } = order;
  return (
    <section className="panel" aria-labelledby="parts">
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
