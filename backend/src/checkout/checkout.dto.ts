import { ApiProperty } from '@nestjs/swagger';
import type { CheckoutRequest } from '../../../domain/checkout.js';
import { countries } from '../../../domain/locations.js';

// Describes the body for OpenAPI only: readCheckoutRequest validates it, as its rules depend on several fields at
// once.

class CheckoutBodyCustomer {
  @ApiProperty() fullName!: string;
  @ApiProperty() email!: string;
  @ApiProperty() phone!: string;
  @ApiProperty({ enum: countries }) country!: string;
  @ApiProperty({ nullable: true, type: String }) province!: string | null;
  @ApiProperty({ nullable: true, type: String }) state!: string | null;
  @ApiProperty() address!: string;
  @ApiProperty() city!: string;
  @ApiProperty() postalCode!: string;
}

class CheckoutBodyPayment {
  @ApiProperty({ enum: ['bankTransfer', 'interac', 'wireTransfer'] }) paymentMethod!: string;
  @ApiProperty({ example: 2256.61 }) amount!: number;
  @ApiProperty({ enum: ['CAD', 'USD'] }) currency!: string;
  @ApiProperty({ format: 'date' }) transferDate!: string;
  @ApiProperty({ required: false }) transferReference!: string;
  @ApiProperty({ enum: ['pending'], required: false }) status!: string;
}

export class CheckoutBody implements Record<keyof CheckoutRequest, object> {
  @ApiProperty() customer!: CheckoutBodyCustomer;
  @ApiProperty() payment!: CheckoutBodyPayment;
}
