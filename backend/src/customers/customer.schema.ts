import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';
import { emailKey, splitName } from '../../../domain/customers.js';
import { countries, type Country } from '../../../domain/locations.js';
import { payerNameKey } from '../../../domain/names.js';

/** Text as it is searched: without case, in one Unicode form, which may be longer: as much as an index takes. */
export const searchKey = (text: string): string => text.normalize('NFKC').toLowerCase().slice(0, 400);

@Schema({ collection: 'customers', timestamps: true, versionKey: 'version' })
export class Customer {
  _id!: Types.ObjectId;

  @Prop({ type: String, required: true })
  fullName!: string;

  @Prop({ type: String, default: '' })
  firstName!: string;

  @Prop({ type: String, default: '' })
  lastName!: string;

  @Prop({ type: String, required: true })
  email!: string;

  @Prop({ type: String, default: '' })
  phone!: string;

  @Prop({ type: String, enum: countries })
  country?: Country;

  @Prop({ type: String, default: null })
  province?: string | null;

  @Prop({ type: String, default: null })
  state?: string | null;

  @Prop({ type: String })
  region?: string | null;

  @Prop({ type: String, default: '' })
  address!: string;

  @Prop({ type: String, default: '' })
  city!: string;

  @Prop({ type: String, default: '' })
  postalCode!: string;

  @Prop({ type: String, default: '' })
  referralSource?: string;

  @Prop({ type: Boolean, default: false })
  hasPayment!: boolean;

  /** Changes with every payment of the customer, so that adding a payment and deleting the customer conflict. */
  @Prop({ type: Date, select: false })
  paymentsChangedAt?: Date;

  @Prop({ type: String, required: true, select: false })
  nameKey!: string;

  @Prop({ type: String, required: true, select: false })
  emailKey!: string;

  /** What the name is found by in a bank's text: see domain/names.ts. */
  @Prop({ type: String, select: false })
  payerNameKey!: string;

  version!: number;
  createdAt!: Date;
  updatedAt!: Date;
}

/** Fields derived from name and email; every write of these sets them. */
export const derivedFields = ({ fullName, email }: { fullName: string; email: string }) => ({
  ...splitName(fullName),
  nameKey: searchKey(fullName),
  emailKey: emailKey(email),
  payerNameKey: payerNameKey(fullName),
});

export const CustomerSchema = SchemaFactory.createForClass(Customer);
CustomerSchema.index({ createdAt: -1, _id: -1 });
CustomerSchema.index({ emailKey: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ nameKey: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ country: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ hasPayment: 1, createdAt: 1, _id: 1 });
CustomerSchema.index({ payerNameKey: 1 });
