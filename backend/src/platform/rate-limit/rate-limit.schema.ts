import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The count of one time window; expires with the window. */
@Schema({ collection: 'limits', versionKey: false })
export class LimitWindow {
  @Prop() _id!: string;
  @Prop() count!: number;
  @Prop() expiresAt!: Date;
}

export const LimitWindowSchema = SchemaFactory.createForClass(LimitWindow);
LimitWindowSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
