import { calendarOf } from '#domain/calendar';
import {
  type CheckoutOptions,
  type LocationOptions,
  type MethodOffer,
  methodsFor,
  preferredMethod,
  provinceOffer,
} from '#domain/checkout';
import { priceFor, pricesOf } from '#domain/prices';
import { instructionPlaceholders } from '#domain/instructions';
import { type Country, countries } from '#domain/countries';
import { provinces } from '#domain/locations';
import type { PaymentMethod } from '#domain/payments';
import { type PaperOptions, paperKeys, readPaperOptions, samplePapers } from './paper-options.js';
import type { Terms } from '#domain/terms';
import { field, refuseUnknownKeys } from './option-fields.js';
import { readTerms } from './terms-options.js';

/** The methods that provinces of Canada offer instead of the country's, by their slugs. */
export type ProvinceMethods = Partial<Record<string, readonly PaymentMethod[]>>;

/** The operator's part of the payment options: card links, instructions, and the name in the footer. */
export interface PaymentOptions extends PaperOptions {
  companyName: string;
  /** The company's time zone, an IANA name; the server's where it is left out. */
  timeZone?: string;
  sample: boolean;
  /** The terms of sale that a visitor has to accept; none are asked for where it is left out. */
  terms?: Terms;
  /** The only methods of a province of Canada, by its slug; missing where all provinces offer the country's. */
  provinceMethods?: ProvinceMethods;
  locations: Record<Country, LocationOptions>;
}

/**
 * The options of a file; `exampleFields` names those still equal to the example (`canada.interac`), which make them
 * samples.
 */
export interface FileOptions extends PaymentOptions {
  exampleFields: string[];
}

const sampleNotice =
  'SAMPLE INSTRUCTIONS: do not send money.\nThe operator has not configured this account yet.';

const transferLines = 'Amount: {amount}\nMessage: {reference}';

/** The options of a server without PAYMENT_OPTIONS_FILE: texts that say they are samples. */
export const samplePaymentOptions: PaymentOptions = {
  companyName: 'Sample Company',
  sample: true,
  ...samplePapers,
  locations: {
    canada: {
      creditCardLink: 'https://example.com/sample-card-payment-canada',
      transferInstructions: `${sampleNotice}\n\nBank: Sample Bank of Canada\nAccount name: Sample Company\nTransit: 00000\nAccount: 0000000\n${transferLines}`,
      interacInstructions: `${sampleNotice}\n\nSend the Interac e-Transfer to: payments@example.com\n${transferLines}`,
    },
    usa: {
      creditCardLink: 'https://example.com/sample-card-payment-usa',
      transferInstructions: `${sampleNotice}\n\nBank: Sample Bank\nAccount name: Sample Company\nRouting number: 000000000\nAccount: 0000000000\n${transferLines}`,
    },
    other: {
      creditCardLink: 'https://example.com/sample-card-payment',
      transferInstructions: `${sampleNotice}\n\nBank: Sample Bank\nAccount name: Sample Company\nSWIFT: SAMPLEXX\nIBAN: XX00 0000 0000 0000\n${transferLines}`,
    },
  },
};

/**
 * Parses the operator's instructions. Throws for an unknown placeholder, which is a typing error: payers would see it
 * unfilled.
 */
function instructions(owner: unknown, path: string, name: string): string {
  const text = field(owner, path, name, 5000);
  const unknown = [...text.matchAll(/\{(\w+)\}/g)].find(
    ([, word]) => !(instructionPlaceholders as readonly string[]).includes(word!),
  );
  if (unknown)
    throw new Error(
      `${path}${name} contains ${unknown[0]}; it takes ${instructionPlaceholders.map((word) => `{${word}}`).join(', ')}`,
    );
  return text;
}

const keysOf = (country: Country): string[] =>
  country === 'canada'
    ? ['creditCardLink', 'bankTransfer', 'interac']
    : ['creditCardLink', country === 'other' ? 'wireTransfer' : 'bankTransfer'];

/** The placeholders of payment-options.example.json: a name, hosts reserved by RFC 2606, and lines to fill in. */
const isExample = (text: string): boolean =>
  text === 'Your Company Ltd.' ||
  /^https:\/\/([^/]+\.)?example\.(com|net|org)(\/|$)/i.test(text) ||
  /(?:^|:)\s*…\s*$/m.test(text);

/** Checks canada.methods: for a province, by its slug, at least one of the country's methods. */
function provinceMethods(value: unknown): ProvinceMethods {
  const slugs = provinces.map(({ slug }) => slug);
  refuseUnknownKeys(value, 'canada.methods', slugs);
  const known = methodsFor('canada');
  for (const [slug, methods] of Object.entries(value as object) as [string, unknown][])
    if (
      !Array.isArray(methods) ||
      !methods.length ||
      new Set(methods).size < methods.length ||
      !methods.every((method) => known.includes(method as PaymentMethod))
    )
      throw new Error(`canada.methods.${slug} takes a list of one or more of ${known.join(', ')}`);
  return value as ProvinceMethods;
}

/** Returns the company's time zone, undefined where the file names none. */
function timeZoneOf(file: unknown): string | undefined {
  if ((file as { timeZone?: unknown }).timeZone === undefined) return undefined;
  const name = field(file, '', 'timeZone', 64);
  try {
    return calendarOf(name).timeZone;
  } catch {
    throw new Error(`timeZone takes a name such as America/Toronto, not "${name}"`);
  }
}

/**
 * Checks the parsed PAYMENT_OPTIONS_FILE:
 * { companyName, canada: { creditCardLink, bankTransfer, interac, methods? }, usa: { creditCardLink, bankTransfer },
 *   other: { creditCardLink, wireTransfer }, timeZone?, terms?, company?, tax?, documents? }. Throws an Error that names the field.
 */
export function readPaymentOptions(file: unknown): FileOptions {
  refuseUnknownKeys(file, '', ['companyName', ...countries, 'timeZone', 'terms', ...paperKeys]);
  const exampleFields: string[] = [];
  const own = (path: string, text: string): string => {
    if (isExample(text)) exampleFields.push(path);
    return text;
  };
  const locations = Object.fromEntries(
    countries.map((country) => {
      const entry = (file as Record<string, unknown>)[country];
      const keys = keysOf(country);
      refuseUnknownKeys(entry, country, country === 'canada' ? [...keys, 'methods'] : keys);
      const path = `${country}.`;
      const creditCardLink = own(`${path}creditCardLink`, field(entry, path, 'creditCardLink', 2000));
      if (!URL.canParse(creditCardLink) || new URL(creditCardLink).protocol !== 'https:')
        throw new Error(`${path}creditCardLink takes an address that starts with https://`);
      const [transferInstructions = '', interacInstructions] = keys
        .slice(1)
        .map((key) => own(path + key, instructions(entry, path, key)));
      const options: LocationOptions = {
        creditCardLink,
        transferInstructions,
        ...(interacInstructions && { interacInstructions }),
      };
      return [country, options];
    }),
  ) as Record<Country, LocationOptions>;
  const companyName = own('companyName', field(file, '', 'companyName', 200));
  const timeZone = timeZoneOf(file);
  const { terms, canada } = file as { terms?: unknown; canada: { methods?: unknown } };
  const papers = readPaperOptions(file as Record<string, unknown>);
  const { company, tax } = papers;
  if (company) own('company.legalName', company.legalName);
  if (company) own('company.address', company.address);
  if (tax) own('tax.registration', tax.registration);
  return {
    companyName,
    ...(timeZone !== undefined && { timeZone }),
    sample: exampleFields.length > 0,
    ...(terms !== undefined && { terms: readTerms(terms) }),
    ...(canada.methods !== undefined && { provinceMethods: provinceMethods(canada.methods) }),
    ...papers,
    locations,
    exampleFields,
  };
}

const offersOf = (methods: ProvinceMethods): Record<string, MethodOffer> =>
  Object.fromEntries(Object.entries(methods).map(([slug, own = []]) => [slug, provinceOffer(own)]));

/** Builds the response of GET /checkout/options: the operator's texts with the domain's prices and methods. */
export const checkoutOptions = (
  { companyName, sample, terms, provinceMethods, locations }: PaymentOptions,
  { mail, cardEvents }: { mail: boolean; cardEvents: boolean },
): CheckoutOptions => ({
  companyName,
  sample,
  mail,
  ...(cardEvents && { cardEvents }),
  ...(terms && { terms }),
  locations: Object.fromEntries(
    countries.map((country) => [
      country,
      {
        ...locations[country],
        methods: methodsFor(country),
        preferredMethod: preferredMethod(country),
        ...(country === 'canada' && provinceMethods && { provinces: offersOf(provinceMethods) }),
        currency: priceFor(country).currency,
        ...pricesOf(country),
      },
    ]),
  ) as CheckoutOptions['locations'],
});
