import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { OrderStatus } from '#domain/visitor/orders';
import { loadTexts, pageLanguage, show } from '../texts/language.js';
import { FailureBoundary } from '../parts/FailureBoundary.js';
import { PageFailure } from '../parts/PageFailure.js';
import { orderTexts } from '../texts/loaders.js';
import { FindOrder } from './FindOrder.js';
import { OrderPage } from './OrderPage.js';

/** Of the page: says that a part of the program could not be loaded. */
declare const programMissing: () => void;

const root = document.getElementById('root')!;
const [, , reference, token] = location.pathname.split('/');
const expected = root.dataset.status as OrderStatus | '' | undefined;

const page = (
  <StrictMode>
    <FailureBoundary
      fallback={<PageFailure purchases={reference && token ? [{ referenceNumber: reference }] : []} />}
    >
      {reference && token ? (
        <OrderPage path={`/orders/${reference}/${token}`} {...(expected && { expected })} />
      ) : (
        <FindOrder />
      )}
    </FailureBoundary>
  </StrictMode>
);

show({ language: pageLanguage() });
loadTexts(orderTexts).then(() => {
  // The build prerenders the page of a payment; the form that sends links, and pages in development, are not prerendered.
  // A transition renders in slices, so that a slow phone stays responsive.
  if (root.hasChildNodes()) startTransition(() => void hydrateRoot(root, page));
  else createRoot(root).render(page);
}, programMissing);
