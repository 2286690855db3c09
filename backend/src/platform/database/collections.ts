import { type DynamicModule, type FactoryProvider, Inject } from '@nestjs/common';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

const tokenOf = (model: string): string => `${model} collection`;

/** Injects the driver's own collection of stored records: `mongo.Collection<Payment>`. */
export const InjectCollection = ({ name }: { name: string }): ParameterDecorator =>
  Inject(tokenOf(getModelToken(name)));

/** Returns a module of mongoose's with the collection of each of its models beside it, for InjectCollection. */
export function withCollections({ providers = [], exports = [], ...module }: DynamicModule): DynamicModule {
  const collections = (providers as FactoryProvider[]).map(({ provide: model }) => ({
    provide: tokenOf(String(model)),
    inject: [model],
    useFactory: ({ collection }: Model<unknown>) => collection,
  }));
  return { ...module, providers: [...providers, ...collections], exports: [...exports, ...collections] };
}
