import { type DynamicModule, Global, Module } from '@nestjs/common';

/** Injects the settings, of which a class names the parts that it reads: `@Inject(CONFIG) config: MailConfig`. */
export const CONFIG = Symbol('config');

@Global()
@Module({})
export class ConfigModule {
  static register(config: object): DynamicModule {
    return { module: ConfigModule, providers: [{ provide: CONFIG, useValue: config }], exports: [CONFIG] };
  }
}
