import type { Order, OrderStatus } from '#domain/visitor/orders';
import { OrderStatusNotice } from '../OrderStatusNotice.js';
import { PlanArrived } from './PlanArrived.js';

/** The status of a payment with a plan: one of which a part has arrived is asked for the next one. */
export function PlanNotice({ status, order }: { status: OrderStatus; order: Order | undefined }) {
  if (status !== 'partly' || !order?.askedNow) return <OrderStatusNotice status={status} order={order} />;
  const isOverdue = order.plan?.some(({ state }) => state === 'overdue');
  return (
    <OrderStatusNotice status={status} order={order} tone={isOverdue ? 'warning' : 'info'}>
      <PlanArrived order={order} askedNow={order.askedNow} isOverdue={isOverdue === true} />
    </OrderStatusNotice>
  );
}
