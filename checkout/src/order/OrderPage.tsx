import { useEffect, useRef } from 'react';
import type { OrderStatus } from '#domain/visitor/orders';
import { Footer } from '../parts/Footer.js';
import { Header } from '../parts/Header.js';
import { Skeletons } from '../parts/Skeletons.js';
import { OrderDocuments } from './OrderDocuments.js';
import { OrderDetails } from './OrderDetails.js';
import { OrderFailure } from './OrderFailure.js';
import { HowToPay } from './HowToPay.js';
import { OrderReceipt } from './OrderReceipt.js';
import { OrderStatusNotice } from './OrderStatusNotice.js';
import { SentForm } from './SentForm.js';
import { useOrder } from './useOrder.js';
import { useTexts } from '../texts/language.js';

interface OrderPageProps {
  /** "/orders/{reference}/{token}" */
  path: string;
  /** The payment's status when the server sent the page; shown until the payment is loaded. */
  expected?: OrderStatus;
}

/** The visitor's page of a payment: its status, and what to do. */
export function OrderPage({ path, expected }: OrderPageProps) {
  const t = useTexts();
  const { order, views, failure, isLoading, reload } = useOrder(path);
  const status = order?.status ?? (failure ? undefined : expected);
  const title = status ? t.titles[status] : t.yourPayment;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} – ${t.site}`;
  }, [title, t]);

  const { Notice, Pay } = views ?? { Notice: OrderStatusNotice, Pay: HowToPay };
  const isOpen = order?.status === 'waiting' || order?.status === 'partly';
  return (
    <>
      <Header />
      <main className="page">
        <div className={order?.receipt ? 'content order has-receipt' : 'content order'}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {failure && (
            <OrderFailure
              failure={failure}
              isStale={!!order}
              isLoading={isLoading}
              onRetry={() => void reload().then(() => heading.current?.focus())}
            />
          )}
          {status && <Notice status={status} order={order} />}
          {!order && !failure && <Skeletons />}
          {order && (
            <>
              {isOpen && !order.saidSent && <Pay order={order} />}
              {isOpen && <SentForm order={order} path={path} onSaved={reload} />}
              {isOpen && order.saidSent && <Pay order={order} />}
              {order.receipt && <OrderReceipt order={order} receipt={order.receipt} />}
              {!!order.documents?.length && <OrderDocuments documents={order.documents} path={path} />}
              <OrderDetails order={order} />
            </>
          )}
        </div>
      </main>
      <Footer companyName={order?.company} />
    </>
  );
}
