import { calendarOf } from '#domain/platform/calendar';
import {
  type CheckoutOptions,
  type LocationOptions,
  type MethodOffer,
  provinceOffer,
} from '#domain/visitor/checkout';
import { pricesOf } from '#domain/places/prices';
import { instructionPlaceholders, instructionsOf } from '#domain/payments/instructions';
import { type Country, countries, type MethodOf } from '#domain/places/countries';
import { places } from '#domain/places/places';
import { byLanguage, defaultLanguage, type Language, type OwnText } from '#domain/platform/languages';
import { regionsOf } from '#domain/places/locations';
import type { PaymentMethod } from '#domain/places/payment-methods';
import { type PartTerms, partsOn } from '#domain/visitor/parts-offer';
import type { AccountOptions } from '#domain/ledger/journal';
import { readAccounts } from './account-options.js';
import { type PaperOptions, paperKeys, readPaperOptions, samplePapers } from './paper-options.js';
import type { Terms } from '#domain/payments/terms';
import { field, inLanguages, type ReadText, refuseUnknownKeys } from './option-fields.js';
import { readParts } from './parts-options.js';
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
  /** The parts in which a purchase may be paid, by country; missing where it is paid at once. */
  parts?: Partial<Record<Country, readonly PartTerms[]>>;
  /** The names of the accounts of the journal; those that are left out keep their defaults. */
  accounts?: AccountOptions;
  locations: Record<Country, LocationOptions>;
  /** The texts that the file has in other languages too; all others are English. */
  translated: Record<Exclude<Language, typeof defaultLanguage>, TranslatedTexts>;
}

/** The operator's texts in a language that is not English. */
interface TranslatedTexts {
  companyName?: string;
  locations: Partial<Record<Country, Partial<LocationOptions>>>;
}

/** Returns the options as they are told in a language; instructions without a text in it are named. */
export function optionsIn(options: PaymentOptions, language: Language): PaymentOptions {
  if (language === defaultLanguage) return options;
  const { companyName = options.companyName, locations: translated } = options.translated[language];
  const told = countries.map((country) => {
    const english = options.locations[country];
    const inEnglish = [...new Set(Object.values(instructionsOf))].filter(
      (name) => english[name] !== undefined && translated[country]?.[name] === undefined,
    );
    return [country, { ...english, ...translated[country], ...(inEnglish.length && { inEnglish }) }];
  });
  return {
    ...options,
    companyName,
    locations: Object.fromEntries(told) as PaymentOptions['locations'],
  };
}

const sampleNotice =
  'SAMPLE INSTRUCTIONS: do not send money.\nThe operator has not configured this account yet.';

const transferLines = 'Amount: {amount}\nMessage: {reference}';

const frenchNotice =
  'INSTRUCTIONS DONNÉES EN EXEMPLE\u00a0: n’envoyez pas d’argent.\nL’exploitant n’a pas encore configuré ce compte.';

const frenchLines = 'Montant\u00a0: {amount}\nMessage\u00a0: {reference}';

/** The instructions of each method of each country. */
type WholeInstructions = {
  [Name in Country]: Record<(typeof instructionsOf)[Exclude<MethodOf<Name>, 'creditCard'>], string>;
};

/** The options of a server without PAYMENT_OPTIONS_FILE: texts that say they are samples. */
export const samplePaymentOptions: PaymentOptions & { locations: WholeInstructions } = {
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
  translated: {
    fr: {
      locations: {
        canada: {
          transferInstructions: `${frenchNotice}\n\nBanque\u00a0: Banque exemple du Canada\nTitulaire\u00a0: Sample Company\nTransit\u00a0: 00000\nCompte\u00a0: 0000000\n${frenchLines}`,
          interacInstructions: `${frenchNotice}\n\nEnvoyez le virement Interac à\u00a0: payments@example.com\n${frenchLines}`,
        },
        usa: {
          transferInstructions: `${frenchNotice}\n\nBanque\u00a0: Sample Bank\nTitulaire\u00a0: Sample Company\nNuméro d’acheminement\u00a0: 000000000\nCompte\u00a0: 0000000000\n${frenchLines}`,
        },
        other: {
          transferInstructions: `${frenchNotice}\n\nBanque\u00a0: Sample Bank\nTitulaire\u00a0: Sample Company\nSWIFT\u00a0: SAMPLEXX\nIBAN\u00a0: XX00 0000 0000 0000\n${frenchLines}`,
        },
      },
    },
  },
};

/** Parses the operator's instructions. Throws for an unknown placeholder, which payers would see unfilled. */
function instructionsText(owner: unknown, path: string, name: string): string {
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

const companyText = (owner: unknown, path: string, name: string): string => field(owner, path, name, 200);

function linkText(owner: unknown, path: string, name: string): string {
  const link = field(owner, path, name, 2000);
  if (!URL.canParse(link) || new URL(link).protocol !== 'https:')
    throw new Error(`${path}${name} takes an address that starts with https://`);
  return link;
}

/** The placeholders of payment-options.example.json: a name, hosts reserved by RFC 2606, and lines to fill in. */
const isExample = (text: string): boolean =>
  text === 'Your Company Ltd.' ||
  /^https:\/\/([^/]+\.)?example\.(com|net|org)(\/|$)/i.test(text) ||
  /(?:^|:)\s*…\s*$/m.test(text);

/** Checks canada.methods: for a province, by its slug, at least one of the country's methods. */
function provinceMethods(value: unknown): ProvinceMethods {
  const slugs = regionsOf('canada').map(({ slug }) => slug);
  refuseUnknownKeys(value, 'canada.methods', slugs);
  const known = places.canada.methods;
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

/** Returns the texts that are there in a language. */
const ownTextsIn = (texts: Record<string, OwnText>, language: Language) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      text[language] === undefined ? [] : [[name, text[language]]],
    ),
  );

/** Returns the parts that are offered by country: those of the location, which may be none (false), else of all. */
function partsByCountry(file: Record<string, unknown>): PaymentOptions['parts'] {
  const ofAll = file.parts === undefined ? undefined : readParts(file.parts, 'parts');
  const offered = countries.flatMap((country) => {
    const { parts: own } = file[country] as { parts?: unknown };
    if (own === false) return [];
    const parts = own === undefined ? ofAll : readParts(own, `${country}.parts`);
    return parts ? [[country, parts] as const] : [];
  });
  return offered.length ? Object.fromEntries(offered) : undefined;
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
 * Checks the parsed PAYMENT_OPTIONS_FILE: { companyName, canada, usa, other, timeZone?, terms?, company?, tax?, documents?,
 * accounts?, parts? }, in each country { creditCardLink, a text of each other method, parts? } and in Canada { methods? },
 * where a text may be {en, fr}, one for each language. `exampleFields` names those still equal to the example
 * (`canada.interac`), which make them samples. Throws an Error that names the field.
 */
export function readPaymentOptions(file: unknown): PaymentOptions & { exampleFields: string[] } {
  refuseUnknownKeys(file, '', [
    'companyName',
    ...countries,
    'timeZone',
    'terms',
    'accounts',
    'parts',
    ...paperKeys,
  ]);
  const exampleFields: string[] = [];
  const noteExample = (path: string, ...texts: string[]) => {
    if (texts.some(isExample)) exampleFields.push(path);
  };
  /** Reads a text in its languages, and notes whether one is that of the example. */
  const read = (owner: unknown, path: string, name: string, as: ReadText): OwnText => {
    const text = inLanguages(owner, path, name, as);
    noteExample(path + name, ...Object.values(text));
    return text;
  };
  const locations = countries.map((country) => {
    const entry = (file as Record<string, unknown>)[country];
    const transfers = places[country].methods.filter((method) => method !== 'creditCard');
    const ownKeys = country === 'canada' ? ['methods'] : [];
    refuseUnknownKeys(entry, country, ['creditCardLink', ...transfers, ...ownKeys, 'parts']);
    const path = `${country}.`;
    const creditCardLink = read(entry, path, 'creditCardLink', linkText);
    const own: Record<string, OwnText> = { creditCardLink, transferInstructions: { en: '' } };
    for (const method of transfers) own[instructionsOf[method]] = read(entry, path, method, instructionsText);
    return [country, own] as const;
  });
  const companyName = read(file, '', 'companyName', companyText);
  const textsIn = (language: Language): TranslatedTexts => ({
    ...ownTextsIn({ companyName }, language),
    locations: Object.fromEntries(locations.map(([country, own]) => [country, ownTextsIn(own, language)])),
  });
  const timeZone = timeZoneOf(file);
  const { terms, accounts, canada } = file as {
    terms?: unknown;
    accounts?: unknown;
    canada: { methods?: unknown };
  };
  const parts = partsByCountry(file as Record<string, unknown>);
  const papers = readPaperOptions(file as Record<string, unknown>);
  const { company: issuer, tax } = papers;
  if (issuer) noteExample('company.legalName', issuer.legalName);
  if (issuer) noteExample('company.address', issuer.address);
  if (tax) noteExample('tax.registration', tax.registration);
  return {
    ...(textsIn(defaultLanguage) as Pick<PaymentOptions, 'companyName' | 'locations'>),
    translated: byLanguage(textsIn),
    ...(timeZone !== undefined && { timeZone }),
    sample: exampleFields.length > 0,
    ...(terms !== undefined && { terms: readTerms(terms) }),
    ...(canada.methods !== undefined && { provinceMethods: provinceMethods(canada.methods) }),
    ...(accounts !== undefined && { accounts: readAccounts(accounts) }),
    ...(parts && { parts }),
    ...papers,
    exampleFields,
  };
}

const offersOf = (methods: ProvinceMethods): Record<string, MethodOffer> =>
  Object.fromEntries(Object.entries(methods).map(([slug, own = []]) => [slug, provinceOffer(own)]));

/** Returns the parts that are offered in a country on a day, YYYY-MM-DD; undefined where none are. */
export const offeredParts = ({ parts }: Pick<PaymentOptions, 'parts'>, country: Country, day: string) =>
  parts?.[country] && partsOn(day, parts[country]);

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
        methods: [...places[country].methods],
        preferredMethod: places[country].preferredMethod,
        ...(country === 'canada' && provinceMethods && { provinces: offersOf(provinceMethods) }),
        currency: places[country].currency,
        ...pricesOf(country),
      },
    ]),
  ) as CheckoutOptions['locations'],
});
