import { renderToString } from 'react-dom/server';
import { Checkout } from './Checkout.js';
import { stateAt } from './checkoutState.js';
import { emptyProgress } from './progress.js';

/** What a new visitor sees first, as HTML: the build puts it into the page. */
export const prerenderedHtml = renderToString(<Checkout start={stateAt(emptyProgress, 'location')} />);
