import { offer } from '#domain/texts/en/offer';
import { parts } from './parts.js';

/** The texts of the checkout's first step, and of what surrounds every step. */
export const first = {
  ...offer,
  ...parts,
  steps: 'Checkout steps',
  stepOf: 'Step {step} of {count}: {label}',
  completed: ' (completed)',
  stepLabels: {
    location: 'Location',
    payment: 'Payment',
    details: 'Details',
    thankYou: 'Confirmation',
  },
  headings: {
    location: 'Where are you located?',
    payment: 'Payment Options',
    interac: 'Interac E-Transfer',
    wireTransfer: 'International Wire Transfer',
    bankTransfer: 'Bank Transfer Information',
    thankYou: 'Thank You!',
  },
  orderSummary: 'Order summary',
  taxIncluded: 'Tax included',
  location: 'Location',
  paymentMethod: 'Payment method',
  total: 'Total',
  notChosen: 'Not chosen',
  dependsOnLocation: 'Depends on your location',
  locationLead: 'Your location decides the price and the ways to pay.',
  country: 'Country',
  selectCountry: 'Select your country',
  province: 'Province',
  selectProvince: 'Select your province',
  state: 'State',
  selectState: 'Select your state',
  continueToPayment: 'Continue to Payment',
  boughtAlready: 'Have you bought already?',
  findPayment: 'Find your payment',
};

export { first as texts };
