import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Schema as MongooseSchema, Types } from 'mongoose';
import {
  customerFields,
  type CustomerInput,
  emailKey,
  officeFields,
  splitName,
  visitorFields,
} from '#domain/customers/customers';
import { regionFieldOf } from '#domain/places/countries';
import { payerNameKey } from '#domain/customers/person-fields';
import { customerTerms, searchedText } from '../platform/search-index/search-terms.js';
import { duplicateKeys } from './duplicate-keys.js';

/** Text as it is searched: without case, in one Unicode form. */
export const searchKey = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * A name as it is searched and sorted: without case and accents, which may be longer: limited to the size that an index
 * takes. Accents alone stay, as nothing would be left of them to search.
 */
export const nameKey = (name: string): string => (searchedText(name) || name).slice(0, 400);

/** Imported data may lack the country. */
type Fields = Omit<CustomerInput, 'country' | 'version'> & Partial<Pick<CustomerInput, 'country'>>;

/** Has the fields of the form, which are added to the schema below. */
const FormFields = class {} as new () => Fields;

@Schema({ collection: 'customers', timestamps: true, versionKey: 'version' })
export class Customer extends FormFields {
  _id!: Types.ObjectId;
  @Prop() firstName!: string;
  @Prop() lastName!: string;
  @Prop({ type: String }) region?: string | null;
  @Prop() hasPayment!: boolean;
  /** True while only payments of the card provider's test mode have made this customer: no figure counts it. */
  @Prop() test?: true;
  /** The emails of customers that were merged into this one, and their normalised forms. */
  @Prop({ type: [String], default: undefined }) furtherEmails?: string[];
  @Prop({ type: [String], default: undefined, select: false }) furtherEmailKeys?: string[];
  /** The forms of phone, name and email that a possible duplicate shares: see duplicate-keys.ts. */
  @Prop({ type: [String], default: undefined, select: false }) duplicateKeys?: string[];
  /** Customers that a person has called other people. */
  @Prop({ type: [Types.ObjectId], default: undefined, select: false }) differentFrom?: Types.ObjectId[];
  /** True where it is to be looked for duplicates, and where some were found. */
  @Prop({ select: false }) duplicatesDue?: true;
  @Prop({ select: false }) isDuplicate?: true;
  /** True where the term of its personal data ends within a month. */
  @Prop({ select: false }) termEnds?: true;
  /** Changes with every payment of the customer, so that adding a payment and deleting the customer conflict. */
  @Prop({ select: false }) paymentsChangedAt?: Date;
  /** Time from which words of the person are erased. */
  @Prop() erasedAt?: Date;
  @Prop({ select: false }) nameKey!: string;
  @Prop({ select: false }) emailKey!: string;
  /** Keys under which matching finds the name in a bank's text: see domain/customers/person-fields.ts. */
  @Prop({ select: false }) payerNameKey!: string;
  /**
   * The words by which the search finds the customer: see search-terms.ts. One of another record, such as a note, is
   * followed by a space and that record's name.
   */
  @Prop({ type: [String], default: undefined, select: false }) terms!: string[];
  /** The payment before which those are that still have the former words: see payment-terms.ts. */
  @Prop({ type: MongooseSchema.Types.Mixed, select: false }) wordsDue?: { at: Date; id: Types.ObjectId };
  version!: number;
  createdAt!: Date;
  updatedAt!: Date;
}

/** Fields derived from name, email, phone and place; every write of these sets them. */
export const derivedFields = (customer: DerivedFrom) => ({
  ...splitName(customer.fullName),
  nameKey: nameKey(customer.fullName),
  emailKey: emailKey(customer.email),
  payerNameKey: payerNameKey(customer.fullName),
  terms: customerTerms(customer),
  duplicateKeys: duplicateKeys(customer),
});

type DerivedFrom = Parameters<typeof duplicateKeys>[0] & Parameters<typeof customerTerms>[0];

/** Returns whether two states of a customer are found by the same words. */
export const isFoundAlike = (one: Customer, other: Customer): boolean =>
  one.fullName === other.fullName &&
  one.email === other.email &&
  one.phone === other.phone &&
  String(one.furtherEmails ?? []) === String(other.furtherEmails ?? []);

/** Returns the further emails of a customer with a new one: where that is among them, the present one takes its place. */
export function furtherEmailsAfter(
  { email: present, furtherEmails }: Customer,
  email: string,
): string[] | undefined {
  return furtherEmails?.map((one) =>
    emailKey(one) === emailKey(email) && emailKey(email) !== emailKey(present) ? present : one,
  );
}

/**
 * Returns the stored fields of the form, and no other; missing ones of the office are empty. Keeps only the province or
 * state that the country has, as at the checkout: a form may still contain that of a country chosen before.
 */
export const completed = (input: CustomerInput) =>
  ({
    ...Object.fromEntries(visitorFields.map((field) => [field, input[field]])),
    ...Object.fromEntries(officeFields.map((field) => [field, input[field] ?? ''])),
    province: regionFieldOf(input.country) === 'state' ? null : (input.province ?? null),
    state: regionFieldOf(input.country) === 'state' ? (input.state ?? null) : null,
  }) as Required<Omit<CustomerInput, 'version'>>;

declare module '../platform/changes/change.js' {
  interface ChangedRecords {
    customers: Customer;
  }
}

export const CustomerSchema = SchemaFactory.createForClass(Customer);
CustomerSchema.add(Object.fromEntries(customerFields.map((field) => [field, { type: String }])));
CustomerSchema.index({ createdAt: -1, _id: -1 });
CustomerSchema.index({ emailKey: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ nameKey: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ updatedAt: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ country: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ province: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ hasPayment: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ payerNameKey: 1 });
CustomerSchema.index({ terms: 1 });
CustomerSchema.index({ furtherEmailKeys: 1 }, { sparse: true });
CustomerSchema.index(
  { 'wordsDue.at': 1, _id: 1 },
  { partialFilterExpression: { 'wordsDue.at': { $exists: true } } },
);
// Possible duplicates: by what they share, those that are to be looked at, and the filter of the list.
CustomerSchema.index({ duplicateKeys: 1 });
CustomerSchema.index({ duplicatesDue: 1 }, { sparse: true });
CustomerSchema.index({ isDuplicate: 1, createdAt: 1, _id: 1 }, { sparse: true });
CustomerSchema.index({ termEnds: 1 }, { sparse: true });
