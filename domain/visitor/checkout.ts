import type { CheckoutCustomer } from '../customers/customers.js';
import type { Language } from '../platform/languages.js';
import { type Country, isCountry, type RegionField, regionFieldOf } from '../places/countries.js';
import type { Currency } from '../platform/money.js';
import type { PaymentMethod } from '../places/payment-methods.js';
import type { OfferedPart, PartTerms } from './parts-offer.js';
import type { InstructionsField } from '../payments/instructions.js';
import type { PlanPart } from '../payments/plan-parts.js';
import type { Rule, Rules } from '../platform/rules.js';
import type { Terms } from '../payments/terms.js';

/** The methods with which the checkout records a payment; a card is paid on its hosted page. */
export type TransferMethod = Exclude<PaymentMethod, 'creditCard'>;

/** The visitor's place: `region` is a slug of the country's list, '' for Other. */
export interface CheckoutLocation {
  country: Country | '';
  province: string;
  state: string;
}

/** The fields of the details forms. */
export interface CheckoutDetails extends Omit<CheckoutCustomer, keyof CheckoutLocation> {
  transferDate: string;
  transferReference: string;
}

/** The body of POST /payments/checkout. */
export interface CheckoutRequest {
  customer: CheckoutCustomer;
  payment: {
    paymentMethod: TransferMethod;
    amount: number;
    currency: Currency;
    transferDate: string;
    transferReference: string;
    status: 'pending';
    /** The parts as they are offered, where the visitor pays in them. */
    parts?: readonly PartTerms[];
  };
  /** The language of the page; without it, or null, that of Accept-Language. */
  language?: Language | null;
  /** The version of the terms that the visitor has accepted; required where there are terms. */
  acceptedTerms?: string;
}

export interface CheckoutResponse {
  referenceNumber: string;
  paymentId: string;
  /** The path of the visitor's own page. */
  orderPath: string;
  /** The parts of a payment that is paid in them. */
  plan?: PlanPart[];
  /** False where a limit of mails keeps the instructions from being sent. */
  mail?: false;
}

/** Links and instructions for paying, by country, of the methods that it offers; the texts are the operator's. */
export interface LocationOptions extends Partial<Record<InstructionsField, string>> {
  creditCardLink: string;
  /** Bank instructions; for Other those of the wire transfer. */
  transferInstructions: string;
  /** The instructions that are there in English only, in another language. */
  inEnglish?: InstructionsField[];
}

/** The methods that are offered at a place, and the one that is recommended. */
export interface MethodOffer {
  methods: PaymentMethod[];
  preferredMethod: PaymentMethod;
}

/** The response of GET /checkout/options. */
export interface CheckoutOptions {
  companyName: string;
  /** True while the instructions are samples: visitors are warned not to pay by them. */
  sample: boolean;
  /** True where payment instructions are sent by mail. */
  mail: boolean;
  /** True where card payments arrive by themselves: links carry a card key. Missing where they do not. */
  cardEvents?: true;
  /** The terms that a visitor has to accept before paying; missing where there are none. */
  terms?: Terms;
  locations: Record<
    Country,
    LocationOptions &
      MethodOffer & {
        /** The provinces of Canada that offer fewer methods, by their slugs; missing where there are none. */
        provinces?: Record<string, MethodOffer>;
        currency: Currency;
        /** The price; for Canada `amounts` has that of each province, by its slug. */
        amount: number;
        amounts?: Record<string, number>;
        /** The parts in which it may be paid; missing where it is paid at once. */
        parts?: OfferedPart[];
      }
  >;
}

/** Returns the offer of a province of Canada with methods of its own: Interac is preferred, else the first of them. */
export const provinceOffer = (methods: readonly PaymentMethod[]): MethodOffer => ({
  methods: [...methods],
  preferredMethod: methods.find((method) => method === 'interac') ?? methods[0]!,
});

/** Returns whether a value names a region of a country. */
type IsRegion = (country: Country, value: unknown) => boolean;

const regionOf =
  (field: RegionField, isRegion: IsRegion, message: string): Rule<CheckoutLocation> =>
  (value, { country }) =>
    regionFieldOf(country) === field && !isRegion(country as Country, value) ? message : undefined;

/** The messages of the rules of a location. */
export interface LocationMessages {
  chooseCountry: string;
  chooseProvince: string;
  chooseState: string;
}

/** The rules of a location, with messages in a language. */
export const locationRules = (
  { chooseCountry, chooseProvince, chooseState }: LocationMessages,
  isRegion: IsRegion,
) =>
  ({
    country: (value) => (isCountry(value) ? undefined : chooseCountry),
    province: regionOf('province', isRegion, chooseProvince),
    state: regionOf('state', isRegion, chooseState),
  }) satisfies Rules<CheckoutLocation>;
