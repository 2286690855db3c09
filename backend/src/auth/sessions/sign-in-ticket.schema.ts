import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { Types } from 'mongoose';

/** A sign-in whose password was right and whose second step is open. Its id is the hash of its ticket. */
@Schema({ collection: 'signintickets', versionKey: false })
export class SignInTicket {
  @Prop() _id!: string;
  @Prop({ type: Types.ObjectId, required: true }) userId!: Types.ObjectId;
  /** Identifies password and role at the first step: where either changes, the ticket ends. */
  @Prop({ required: true }) account!: string;
  /** The device's token, for its own count of wrong codes. */
  @Prop() device?: string;
  /** The number of answers, right or wrong. */
  @Prop({ required: true }) answers!: number;
  @Prop({ required: true }) expiresAt!: Date;
}

export const SignInTicketSchema = SchemaFactory.createForClass(SignInTicket);
SignInTicketSchema.index({ userId: 1 });
SignInTicketSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
