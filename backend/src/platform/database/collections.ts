import { type DynamicModule, type FactoryProvider, Inject } from '@nestjs/common';
import { getModelToken, MongooseModule } from '@nestjs/mongoose';
import type { Model, Schema } from 'mongoose';
import { CONFIG } from '../config/config.module.js';

const tokenOf = (model: string): string => `${model} collection`;

/** Injects the driver's own collection of stored records: `mongo.Collection<Payment>`. */
export const InjectCollection = ({ name }: { name: string }): ParameterDecorator =>
  Inject(tokenOf(getModelToken(name)));

/** A stored class, and its schema, or the function that makes it by the settings. */
type Stored = [stored: { name: string }, schema: Schema | ((config: never) => Schema)];

/** Returns a module of the mongoose model of each stored class, and of its collection for InjectCollection. */
export function withCollections(...stored: Stored[]): DynamicModule {
  const models = stored.map(([{ name }, schema]) =>
    typeof schema === 'function'
      ? { name, inject: [CONFIG], useFactory: schema }
      : { name, useFactory: () => schema },
  );
  const { providers = [], exports = [], ...module } = MongooseModule.forFeatureAsync(models);
  const collections = (providers as FactoryProvider[]).map(({ provide: model }) => ({
    provide: tokenOf(String(model)),
    inject: [model],
    useFactory: ({ collection }: Model<unknown>) => collection,
  }));
  return { ...module, providers: [...providers, ...collections], exports: [...exports, ...collections] };
}
