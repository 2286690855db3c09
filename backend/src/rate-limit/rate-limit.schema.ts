import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

/** How often something happened in one window of time; gone by itself when the window has passed. */
@Schema({ collection: 'limits', versionKey: false })
export class LimitWindow {
  @Prop({ type: String })
  _id!: string;

  @Prop({ type: Number, required: true })
  count!: number;

  @Prop({ type: Date, required: true })
  expiresAt!: Date;
}

export const LimitWindowSchema = SchemaFactory.createForClass(LimitWindow);
LimitWindowSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
