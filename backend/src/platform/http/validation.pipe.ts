import { type ArgumentMetadata, BadRequestException, ValidationPipe } from '@nestjs/common';
import { refusals } from '#domain/texts/en/refusals';
import type { ValidationError } from 'class-validator';

/** Throws a 400 with the first message for the screen and the message of each field in `errors`. */
export const invalidFields = (errors: Record<string, string>): BadRequestException =>
  new BadRequestException({ message: Object.values(errors)[0] ?? refusals.notValid, errors });

function collect(errors: ValidationError[], prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { property, constraints, children } of errors) {
    const [message] = Object.values(constraints ?? {});
    if (message) found[prefix + property] = message;
    else Object.assign(found, collect(children ?? [], `${prefix}${property}.`));
  }
  return found;
}

/** True for an object as JSON has it: no list, and of no class. */
const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns whether a value of JSON has a field `constructor` somewhere: class-transformer would call it. */
const namesConstructor = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Object.hasOwn(value, 'constructor') || Object.values(value).some(namesConstructor));

/** Validates bodies by their DTO: unknown fields are dropped, types not converted. Paths and queries have parsers. */
class BodyValidationPipe extends ValidationPipe {
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type !== 'body') return Promise.resolve(value);
    // A request without a body may have one that is left out. Anything but an object of JSON reaches no transformation:
    // class-transformer would call the constructor of its class.
    if (value !== undefined && !isPlainObject(value)) throw new BadRequestException(refusals.notValid);
    for (const [field, content] of Object.entries(value ?? {}))
      if (field === 'constructor' || namesConstructor(content))
        throw invalidFields({ [field]: refusals.constructorField });
    return super.transform(value, metadata);
  }
}

export const validationPipe = () =>
  new BodyValidationPipe({
    transform: true,
    whitelist: true,
    forbidUnknownValues: true,
    validationError: { target: false, value: false },
    exceptionFactory: (errors) => invalidFields(collect(errors)),
  });
