import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { registerDecorator } from 'class-validator';
import { ApiProperty } from '@nestjs/swagger';
import { described, type Rule, type Rules } from '#domain/platform/rules';

/**
 * Trims text; other types stay unchanged, for the rules to refuse. Reads the body itself: class-transformer's copy of
 * an object lacks keys such as toString.
 */
const Trimmed = (): PropertyDecorator =>
  Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => {
    const value = obj[key];
    return typeof value === 'string' ? value.trim() : value;
  });

/** The bounds of a rule, for the API's document; a rule may take null, or nothing, for a value that is left out. */
const describe = <Form extends object>(rule: Rule<Form>): object => {
  const takesNull = rule(null, {} as Form) === undefined;
  const { enum: allowed, ...schema } = rule.schema ?? {};
  const isText = schema.maxLength !== undefined || schema.pattern !== undefined;
  return {
    // TypeScript's metadata calls what may be null as well an object.
    ...(isText && { type: 'string' }),
    ...schema,
    ...(rule(undefined, {} as Form) === undefined && { required: false }),
    ...(allowed && { enum: takesNull ? [...allowed, null] : allowed }),
    ...(takesNull && { nullable: true }),
  };
};

/** Validates a property by a rule of the domain, with its message and bounds; `trim` removes outer spaces first. */
export const ValidateWith = <Form extends object>(
  rule: Rule<Form>,
  { trim = true } = {},
): PropertyDecorator =>
  applyDecorators(
    ...(trim ? [Trimmed()] : []),
    ...(rule.schema ? [ApiProperty(describe(rule))] : []),
    (target: object, property: string | symbol | undefined) =>
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

/** Returns a class of a body whose properties, all of them texts, are validated and described by rules of the domain. */
export function bodyOf<Body extends object>(rules: Required<Rules<Body>>): new () => Body {
  class Validated {}
  for (const [field, rule] of Object.entries(rules as Record<string, Rule<Body>>)) {
    Reflect.defineMetadata('design:type', String, Validated.prototype, field);
    ValidateWith(rule)(Validated.prototype, field);
  }
  return Validated as new () => Body;
}

/** The rule of a field that is left out where there is nothing to say: forms write null for it, calls do not. */
export const withoutNull = <Form>(rule: Rule<Form>): Rule<Form> =>
  described(
    (value, form) => (value === null ? 'Leave this field out to say nothing' : rule(value, form)),
    rule.schema ?? {},
  );
