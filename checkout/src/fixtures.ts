import { type CheckoutOptions, type CheckoutRequest, type LocationOptions } from '#domain/visitor/checkout';
import { countries, type Country } from '#domain/places/countries';
import { places } from '#domain/places/places';
import { priceFor, pricesOf } from '#domain/places/prices';
import type { CardPurchase, TransferPurchase } from './progress/progress.js';

/** The request of an Interac checkout in Ontario. */
export const aRequest = (customer: Partial<CheckoutRequest['customer']> = {}): CheckoutRequest => ({
  customer: {
    fullName: 'Ann Example',
    email: 'ann@example.com',
    phone: '+1 416-555-0100',
    address: '1 Main Street',
    city: 'Toronto',
    postalCode: 'M5V 2T6',
    country: 'canada',
    province: 'ontario',
    state: null,
    ...customer,
  },
  payment: {
    paymentMethod: 'interac',
    amount: 2256.61,
    currency: 'CAD',
    transferDate: '2099-01-01',
    transferReference: '',
    status: 'pending',
  },
});

/** A completed transfer, as the tab stores it. */
export const aPurchase = (purchase: Partial<TransferPurchase> = {}): TransferPurchase => ({
  key: '00000000-0000-4000-8000-000000000000',
  request: aRequest(),
  referenceNumber: 'CRTS-OTN-ABCDEF-123456',
  instructions: 'Interac instructions of canada',
  ...purchase,
});

/** A card payment that has arrived, as the tab stores it. */
export const aCardPurchase = (purchase: Partial<CardPurchase> = {}): CardPurchase => ({
  key: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc',
  state: 'paid',
  referenceNumber: 'CRTS-OTN-CA4D00-654321',
  orderPath: '/order/CRTS-OTN-CA4D00-654321/token',
  summary: {
    fullName: 'Ann Example',
    email: 'ann@example.com',
    phone: '',
    country: 'canada',
    province: 'ontario',
    state: null,
    amount: 2256.61,
    currency: 'CAD',
  },
  ...purchase,
});

const textsOf = (country: Country): LocationOptions => ({
  creditCardLink: `https://pay.example.com/${country}`,
  transferInstructions: `Transfer instructions of ${country}`,
  ...(country === 'canada' && { interacInstructions: 'Interac instructions of canada' }),
});

/** The server's payment options. */
export const someOptions = (): CheckoutOptions => ({
  companyName: 'Example Ltd.',
  mail: false,
  sample: false,
  locations: Object.fromEntries(
    countries.map((country) => [
      country,
      {
        ...textsOf(country),
        methods: [...places[country].methods],
        preferredMethod: places[country].preferredMethod,
        currency: priceFor(country).currency,
        ...pricesOf(country),
      },
    ]),
  ) as CheckoutOptions['locations'],
});
