import { isEmail } from '#domain/customers/person-fields';
import type { Company } from '#domain/documents/documents';
import { languages } from '#domain/platform/languages';
import { type Country, countries } from '#domain/places/countries';
import { field, refuseUnknownKeys } from './option-fields.js';

/** The operator's part of the tax: the share of the price that is taxed, 0 to 1, and the number of registration. */
export interface TaxOptions {
  share: number;
  registration: string;
}

/** The prefixes of the numbers of documents, and the numbers of the first ones, while there are none. */
export interface NumberOptions {
  invoicePrefix: string;
  creditNotePrefix: string;
  firstInvoice: number;
  firstCreditNote: number;
}

/** The options of documents: without `company` none is made, without `tax` they have no tax. */
export interface PaperOptions {
  company?: Company;
  tax?: TaxOptions;
  documents: NumberOptions;
}

export const paperKeys = ['company', 'tax', 'documents'] as const;

const defaultNumbers: NumberOptions = {
  invoicePrefix: 'INV-',
  creditNotePrefix: 'CN-',
  firstInvoice: 1,
  firstCreditNote: 1,
};

/** The options of a server without PAYMENT_OPTIONS_FILE: its documents say that they are samples. */
export const samplePapers: PaperOptions = {
  company: {
    legalName: 'Sample Company',
    address: '1 Sample Street\nToronto ON  A1A 1A1\nCanada',
    country: 'canada',
    email: 'payments@example.com',
    registrations: [{ label: 'GST/HST', number: '000000000 RT0001' }],
    notes: {
      en: 'A sample, and no document for anybody.',
      fr: 'Un exemple, et aucun document pour personne.',
    },
  },
  tax: { share: 1, registration: '000000000 RT0001' },
  documents: defaultNumbers,
};

type Fields = Record<string, unknown>;

/** Longest note at the foot of a document, in characters, and the most registrations at its head. */
const maximumNote = 5000;
const maximumRegistrations = 10;

function registrations(value: unknown): Company['registrations'] {
  const path = 'company.registrations';
  if (!Array.isArray(value) || value.length > maximumRegistrations)
    throw new Error(`${path} takes a list of up to ${maximumRegistrations} {label, number}`);
  return value.map((one: unknown, index) => {
    refuseUnknownKeys(one, `${path}[${index}]`, ['label', 'number']);
    const at = `${path}[${index}].`;
    return { label: field(one, at, 'label', 100), number: field(one, at, 'number', 100) };
  });
}

/** Returns the notes by language; a text alone is in English. */
function notes(owner: Fields): Company['notes'] {
  const path = 'company.notes';
  const { notes: value } = owner;
  if (typeof value === 'string') return { en: field(owner, 'company.', 'notes', maximumNote) };
  refuseUnknownKeys(value, path, languages);
  return Object.fromEntries(
    languages
      .filter((language) => (value as Fields)[language] !== undefined)
      .map((language) => [language, field(value, `${path}.`, language, maximumNote)]),
  );
}

function company(value: unknown): Company {
  const path = 'company.';
  const optional = ['phone', 'email', 'website'] as const;
  refuseUnknownKeys(value, 'company', [
    'legalName',
    'address',
    'country',
    ...optional,
    'registrations',
    'notes',
  ]);
  const own = value as Fields;
  const country = field(value, path, 'country', 20);
  if (!countries.includes(country as Country))
    throw new Error(`${path}country takes one of ${countries.join(', ')}`);
  const texts = optional
    .filter((name) => own[name] !== undefined)
    .map((name) => [name, field(value, path, name, 200)] as const);
  const email = texts.find(([name]) => name === 'email')?.[1];
  if (email !== undefined && !isEmail(email)) throw new Error(`${path}email takes an address`);
  return {
    legalName: field(value, path, 'legalName', 200),
    address: field(value, path, 'address', 1000),
    country: country as Country,
    ...Object.fromEntries(texts),
    ...(own.registrations !== undefined && { registrations: registrations(own.registrations) }),
    ...(own.notes !== undefined && { notes: notes(own) }),
  };
}

function tax(value: unknown): TaxOptions {
  refuseUnknownKeys(value, 'tax', ['share', 'registration']);
  const { share } = value as Fields;
  if (typeof share !== 'number' || !(share >= 0 && share <= 1))
    throw new Error('tax.share takes a number from 0 to 1');
  return { share, registration: field(value, 'tax.', 'registration', 100) };
}

function numbers(value: unknown): NumberOptions {
  refuseUnknownKeys(value, 'documents', Object.keys(defaultNumbers));
  const options = { ...defaultNumbers, ...(value as Partial<NumberOptions>) };
  for (const name of ['invoicePrefix', 'creditNotePrefix'] as const)
    if (typeof options[name] !== 'string' || !/^[A-Za-z0-9-]{1,20}$/.test(options[name]))
      throw new Error(`documents.${name} takes 1 to 20 letters, digits and hyphens`);
  for (const name of ['firstInvoice', 'firstCreditNote'] as const)
    if (!Number.isInteger(options[name]) || options[name] < 1 || options[name] > 999_999_999)
      throw new Error(`documents.${name} takes a whole number from 1 to 999999999`);
  if (options.invoicePrefix === options.creditNotePrefix)
    throw new Error('documents.invoicePrefix and documents.creditNotePrefix differ');
  return options;
}

/** Checks company, tax and documents of the parsed options file. Throws an Error that names the field. */
export const readPaperOptions = (file: Fields): PaperOptions => ({
  ...(file.company !== undefined && { company: company(file.company) }),
  ...(file.tax !== undefined && { tax: tax(file.tax) }),
  documents: file.documents === undefined ? defaultNumbers : numbers(file.documents),
});
