import { type SetStateAction, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { type Order, type OrderDocument, type OrderStatus, printFragment } from '#domain/visitor/orders';
import { formatDay } from '#domain/platform/dates';
import { formatNamedMoney } from '#domain/platform/money';
import { fill } from '#domain/texts/catalogue';
import { orderPage } from '#domain/platform/order-page';
import { pluralText } from '#domain/texts/plural';
import { type MoneyLine, settlingText, sumOfMoney } from '#domain/documents/money-lines';
import { Footer } from '../parts/Footer.js';
import { Header } from '../parts/Header.js';
import { Skeletons } from '../parts/Skeletons.js';
import { HowToPay } from './HowToPay.js';
import { OrderStatusNotice } from './OrderStatusNotice.js';
import { SentForm } from './SentForm.js';
import { useInLanguage, useLanguage, useTexts } from '../texts/language.js';
import { CopyButton } from '../parts/CopyButton.js';
import { type Failure, failureOf } from '../api.js';
import { Alert } from '../parts/Alert.js';
import { fetchOrder } from './orderApi.js';
import type { PlanViews } from './plan/planViews.js';

/** The visitor's page of a payment: its status, `expected` until it is loaded, and what to do. */
export function OrderPage({ path, expected }: { path: string; expected?: OrderStatus }) {
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

/** The order and the payer. Visitors may pass the link on, so only the name and a masked email identify the payer. */
function OrderDetails({ order }: { order: Order }) {
  const t = useTexts();
  const language = useLanguage();
  const { reference, status, amount, name, email, method, expectedOn, receipt } = order;
  const isOpen = status === 'waiting' || status === 'partly';
  const whatWasOrdered: Row[] = [
    [t.for, t.product],
    [t.amount, formatNamedMoney(amount.value, amount.currency, language), 'kept'],
    [t.paymentMethod, t.methods[method]],
    [t.name, name, 'kept'],
  ];
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">{t.yourOrder}</h2>
      {!isOpen && (
        <p className="copied">
          <strong className="reference-number" translate="no">
            {reference}
          </strong>
          <CopyButton text={reference} what="reference" />
        </p>
      )}
      <Rows
        rows={[
          // The receipt contains these.
          ...(receipt ? [] : whatWasOrdered),
          [t.email, email, 'kept'],
          [t.expectedOn, isOpen ? formatDay(expectedOn, language) : undefined],
        ]}
      />
    </section>
  );
}

/** The invoices and credit notes of the payment, each as a file. */
function OrderDocuments({ documents, path }: { documents: readonly OrderDocument[]; path: string }) {
  const t = useTexts();
  const language = useLanguage();
  return (
    <section className="panel order-documents" aria-labelledby="documents">
      <h2 id="documents">{t.documents}</h2>
      <ul>
        {documents.map(({ number, kind, day, total, currency }) => (
          <li key={number}>
            <span>
              <strong>
                <span>{t.documentKinds[kind]}</span> <span translate="no">{number}</span>
              </strong>
              <span className="document-facts">
                {formatDay(day, language)} ·{' '}
                <span translate="no">{formatNamedMoney(total, currency, language)}</span>
              </span>
            </span>
            <a className="button" href={`/api${path}/documents/${number}.pdf`} download={`${number}.pdf`}>
              {t.download}
              <span className="visually-hidden">{fill(t.ofDocument, { number })}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface OrderFailureProps {
  failure: Failure;
  /** True if an earlier state of the payment is shown. */
  isStale: boolean;
  isLoading: boolean;
  onRetry: () => void;
}

/** Says why the page could not be loaded or refreshed, and offers the next step. */
function OrderFailure({ failure, isStale, isLoading, onRetry }: OrderFailureProps) {
  const t = useTexts();
  const inLanguage = useInLanguage();
  const language = useLanguage();
  const { status, retryAfter } = failure;
  const message = inLanguage(failure.message);
  if (status === 404)
    return (
      <Alert tone="error" urgent>
        <p>
          <strong>{`${message}.`}</strong> {t.incomplete}
        </p>
        <p>
          <a href={orderPage}>{t.sendLinks}</a>
        </p>
      </Alert>
    );
  return (
    <Alert tone={isStale ? 'warning' : 'error'} urgent>
      {isStale && <p>{t.stale}</p>}
      <p>{message}</p>
      {retryAfter && <p>{pluralText(t.againInSeconds, retryAfter, language)}</p>}
      <button
        type="button"
        className="button"
        aria-disabled={isLoading}
        onClick={() => isLoading || onRetry()}
      >
        {t.tryAgain}
      </button>
    </Alert>
  );
}

/** The receipt; on paper it stands alone. Where the address asks for it, it is printed once, not again on reload. */
export function OrderReceipt({ order, receipt }: { order: Order; receipt: NonNullable<Order['receipt']> }) {
  const t = useTexts();
  const language = useLanguage();
  const { money } = order;
  const { agreed } = money ?? {};
  const text = (lines: readonly MoneyLine[] = [], amount = 0) =>
    money && lines.length
      ? settlingText(sumOfMoney(lines), money.currency, language, t.settling)
      : amount
        ? formatNamedMoney(amount, receipt.currency, language)
        : undefined;
  const paid = text(money?.payments, receipt.amount);
  const refunded = text(money?.returned, receipt.refunded);
  const ways = [...new Set(money?.payments.map(({ way }) => t.ways[way]))].join(', ');
  useEffect(() => {
    if (location.hash !== printFragment) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    print();
  }, []);
  return (
    <section className="panel order-receipt" aria-labelledby="receipt">
      <h2 id="receipt">{t.receipt}</h2>
      <Rows
        rows={[
          [t.receivedBy, receipt.company, 'kept'],
          [t.paidBy, order.name, 'kept'],
          [t.for, t.product],
          [t.amount, paid, 'kept'],
          [t.agreed, agreed && formatNamedMoney(agreed.amount, agreed.currency, language), 'kept'],
          [t.paidOn, formatDay(receipt.paidOn, language)],
          [t.refunded, refunded, 'kept'],
          [t.paymentMethod, ways || t.methods[order.method]],
          [t.reference, order.reference, 'kept'],
          [t.note, order.test && t.test],
        ]}
      />
      <div className="actions">
        <button type="button" className="button button-primary" onClick={() => print()}>
          {t.printReceipt}
        </button>
      </div>
    </section>
  );
}

export interface OrderResult {
  /** The last loaded order; kept while a refresh runs or fails. */
  order?: Order;
  /** The parts of the page for a payment with a plan, which alone loads them. */
  views?: PlanViews;
  /** The failure of the last load. */
  failure?: Failure;
  isLoading: boolean;
}

/** A page is reloaded when the visitor returns to it after more than this time, in milliseconds. */
const staleAfterMs = 30_000;

/** Returns the order at `path`, and a function that reloads it. */
function useOrder(path: string): OrderResult & { reload: () => Promise<void> } {
  const [result, setResult] = useState<OrderResult>({ isLoading: true });

  const language = useLanguage();
  const newest = useRef(0);
  const load = useCallback(
    () => {
      const number = ++newest.current;
      // The answer to an earlier call may come after that to a later one.
      const show = (next: SetStateAction<OrderResult>) => number === newest.current && setResult(next);
      show((before) => ({ ...before, isLoading: true }));
      return fetchOrder(path)
        .then(async (order) => ({
          order,
          ...(order.plan && {
            views: await import('./plan/planViews.js').then((plan) => plan.loadPlanViews()),
          }),
        }))
        .then(
          // A transition renders in slices: the order is most of the page.
          (loaded) => startTransition(() => void show({ ...loaded, isLoading: false })),
          (error: unknown) => {
            const failure = failureOf(error);
            // 404: the link was renewed meanwhile, so the order is removed from the page.
            show(({ order, views }) => ({
              ...(failure.status !== 404 && order && { order, views }),
              failure,
              isLoading: false,
            }));
          },
        );
    },
    // The operator's texts are those of the language.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [path, language],
  );

  useEffect(() => {
    let loadedAt = Date.now();
    void load();
    function refresh() {
      if (document.visibilityState !== 'visible' || Date.now() - loadedAt < staleAfterMs) return;
      loadedAt = Date.now();
      void load();
    }
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [load]);

  return { ...result, reload: load };
}

/** A label and its value; a kept one, such as an amount or a name, stays as it is in a translation of the page. */
type Row = readonly [term: string, text: string | undefined, kept?: 'kept'];

/** Labels and their values, one per line; a label without a value is left out. */
function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <dl>
      {rows.map(
        ([term, text, kept]) =>
          text && (
            <div className="summary-row" key={term}>
              <dt>{term}</dt>
              <dd translate={kept && 'no'}>{text}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
