import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** The count of one time window; expires with the window. */
@Schema({ collection: 'limits', versionKey: false })
export class LimitWindow {
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Number })
  count!: number;

  @Prop({ type: Date })
  expiresAt!: Date;
}

export const LimitWindowSchema = SchemaFactory.createForClass(LimitWindow);
LimitWindowSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
