import { renderToString } from 'react-dom/server';
import { Checkout } from './Checkout.js';
import { stateAt } from './checkoutState.js';
import { emptyProgress } from './progress.js';

/** The first page of a new visitor as HTML; the build inserts it into the page. */
export const prerenderedHtml = renderToString(<Checkout start={stateAt(emptyProgress, 'location')} />);
