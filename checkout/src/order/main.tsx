import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { OrderStatus } from '../../../domain/orders.js';
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
// The page of a payment is prerendered; while developing, and where links are asked for, none is.
// A transition is rendered in slices, between which a slow phone answers.
if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, page));
else createRoot(root).render(page);
