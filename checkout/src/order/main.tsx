import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { FindOrder } from './FindOrder.js';
import { OrderPage } from './OrderPage.js';

const [, , reference, token] = location.pathname.split('/');

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    {reference && token ? <OrderPage path={`/orders/${reference}/${token}`} /> : <FindOrder />}
  </StrictMode>,
);
