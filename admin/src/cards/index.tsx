import { Route } from 'react-router';
import { lazyList } from '../ui/page/lazyPage.js';

const CardEvents = lazyList(() => import('./list/CardEvents.js'), 'CardEvents', {
  resource: 'card-events',
  disableAuthentication: true,
});

/** The page of card events, fetched when it is opened. */
export const cardEventsRoute = <Route path="/card-events" element={<CardEvents />} />;
