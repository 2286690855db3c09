import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { OrderStatus } from '#domain/orders';
import { FindOrder } from './FindOrder.js';
import { OrderPage } from './OrderPage.js';

const root = document.getElementById('root')!;
const [, , reference, token] = location.pathname.split('/');
const expected = root.dataset.status as OrderStatus | '' | undefined;

const page = (
  <StrictMode>
    {reference && token ? (
      <OrderPage path={`/orders/${reference}/${token}`} {...(expected && { expected })} />
    ) : (
      <FindOrder />
    )}
  </StrictMode>
);
// The build prerenders the page of a payment; the form that sends links, and pages in development, are not prerendered.
// A transition renders in slices, so that a slow phone stays responsive.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
