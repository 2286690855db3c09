import { networkMessage } from '#domain/platform/messages';
import { offer } from '#domain/texts/en/offer';
import { parts } from './parts.js';

/** The texts in the files of the pages, which the build fills in. */
export const pages = {
  site: offer.site,
  network: networkMessage,
  tryAgain: parts.tryAgain,
  checkout: 'Checkout',
  description: 'Book your Thailand real estate trip: choose how you pay and get your reference.',
  checkoutNeedsJavaScript:
    'This checkout needs JavaScript. Please turn it on in your browser and load the page again.',
  order: 'Your Payment',
  orderNeedsJavaScript:
    'This page needs JavaScript. Please turn it on in your browser and load the page again.',
  notFound: 'Page Not Found',
  nothingHere: 'There is nothing at this address. It may have been moved, or the link may be incomplete.',
  goToCheckout: 'Go to Checkout',
  goToAdmin: 'Go to Admin',
  lookingForPayment: 'Looking for your payment?',
  sendMyLink: 'Send me my link',
};
