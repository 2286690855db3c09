import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import type { Rule } from '../../../domain/rules.js';

/**
 * Text without outer spaces; anything else stays what it is, for the rules to refuse. Taken from the body itself:
 * class-transformer's copy of an object lacks keys such as toString.
 */
const Trimmed = (): PropertyDecorator =>
  Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => {
    const value = obj[key];
    return typeof value === 'string' ? value.trim() : value;
  });

/** A property that a rule of the domain decides on, with that rule's message; `trim` takes outer spaces off first. */
export const ValidateWith = <Form extends object>(
  rule: Rule<Form>,
  { trim = true } = {},
): PropertyDecorator =>
  applyDecorators(...(trim ? [Trimmed()] : []), (target: object, property: string | symbol | undefined) =>
    registerDecorator({
      name: 'validateWith',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value, args) => rule(value, args?.object as Form) === undefined,
        defaultMessage: (args) => rule(args?.value, args?.object as Form) ?? '',
      },
    }),
  );
