import { dayPattern, firstTypedDay, formatDay, isCalendarDay } from './dates.js';

/** The bounds of a valid value in the words of JSON Schema, for the API's document. */
export interface RuleSchema {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  enum?: readonly string[];
  format?: string;
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'object';
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  /** Of each value of an object. */
  additionalProperties?: RuleSchema;
}

/**
 * A rule checks one value of a form and returns the message to show, or undefined for a valid value. Its signature is
 * that of react-admin's validators, so that `validate={customerRules.email}` works without an adapter.
 */
export type Rule<Form = unknown> = ((value: unknown, form: Form) => string | undefined) & {
  readonly schema?: RuleSchema;
};

/** Adds to a rule what the API's document says of it. */
export const described = <Form>(rule: Rule<Form>, schema: RuleSchema): Rule<Form> =>
  Object.assign((value: unknown, form: Form) => rule(value, form), { schema: { ...rule.schema, ...schema } });

/** The rules of a form, by field. */
export type Rules<Form> = { readonly [Field in keyof Form]?: Rule<Form> };

/** The messages of an invalid form, by field; empty for a valid one. */
export type FieldErrors<Form> = { [Field in keyof Form]?: string };

/** The value as text without outer spaces; anything but text and numbers is empty. */
export const asText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** Returns whether a value is text or none: a number, a list or an object is something else. */
const isText = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'string';

// DI, Default_Ignorable_Code_Point: zero-width spaces and joiners, fillers. U+2800 is the empty Braille pattern.
const visible = /[^\s\p{DI}\u2800]/u;

/** Refuses an empty value; spaces and invisible characters alone do not count as content. */
export const required = (message: string): Rule =>
  described((value) => (visible.test(asText(value)) ? undefined : message), { minLength: 1 });

/** Adds the empty text to a pattern. */
export const orEmpty = (pattern: string): string => `^$|${pattern}`;

/** The same rule for a field that may stay empty: without a value, null or the empty text. */
export const optional = <Form>(rule: Rule<Form>): Rule<Form> => {
  const schema = { ...rule.schema };
  delete schema.minLength;
  return Object.assign(
    (value: unknown, form: Form) =>
      value === undefined || value === null || value === '' ? undefined : rule(value, form),
    { schema: { ...schema, ...(schema.pattern && { pattern: orEmpty(schema.pattern) }) } },
  );
};

/** Refuses anything but true and false. */
export const yesOrNo = (message: string): Rule =>
  described((value) => (typeof value === 'boolean' ? undefined : message), { type: 'boolean' });

/** Refuses text that does not match; accepts an empty value, which `required` refuses. */
export const matching = (pattern: RegExp, message: string): Rule =>
  described(
    (value) => {
      const text = asText(value);
      return isText(value) && (text === '' || pattern.test(text)) ? undefined : message;
    },
    // JSON Schema has no flags, and not every generator knows Unicode's classes.
    pattern.flags || pattern.source.includes('\\p') ? {} : { pattern: orEmpty(pattern.source) },
  );

/** The pattern of a record's id. */
export const idPattern = '^[0-9a-fA-F]{24}$';
const id = new RegExp(idPattern);

/**
 * A record's id in the body of a call.
 * @pattern ^[0-9a-fA-F]{24}$
 */
export type RecordId = string;

/**
 * The version of a record, which each change makes one higher.
 * @asType integer
 * @minimum 0
 */
export type RecordVersion = number;

/** True for a version of a record. */
export const isVersion = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

/** Takes the version that a change is made on; left out, the change is made on any version. */
export const givenVersion = described(
  (value) => (value === undefined || isVersion(value) ? undefined : 'Version must be a whole number'),
  { type: 'integer', minimum: 0 },
);

/** Requires the version that a change is made on. */
export const requiredVersion = described(
  (value, form) =>
    value === undefined || value === null ? 'Version is required' : givenVersion(value, form),
  givenVersion.schema!,
);

/** True for a valid record id. */
export const isId = (value: unknown): value is string => typeof value === 'string' && id.test(value);

/** An optional object of values by the ids of records, each of which passes; `message` for anything else. */
export const optionalById =
  (isValue: (value: unknown) => boolean, message: string): Rule =>
  (value) => {
    if (value === undefined) return undefined;
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isMap && Object.entries(value).every(([key, one]) => isId(key) && isValue(one))
      ? undefined
      : message;
  };

/** Refuses anything but a record's id. */
export const recordId = (message: string): Rule =>
  described((value) => (isId(asText(value)) ? undefined : message), { pattern: idPattern });

/** Refuses a value that is not in the list; accepts an empty value. */
export const oneOf = (allowed: readonly string[], message: string): Rule =>
  described(
    (value) => {
      const text = asText(value);
      return isText(value) && (text === '' || allowed.includes(text)) ? undefined : message;
    },
    { enum: allowed },
  );

// C0 and C1 controls except tab and line breaks, halves of surrogate pairs, and the marks that reorder text on a screen
// (Unicode TR36, 2.2 "Bidirectional text spoofing"): no name or address contains them.
const unprintable =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\uFEFF\p{Cs}]/u;
const lineBreak = /[\r\n\t\u2028\u2029]/;

/** Returns another program's text as one line that `text` accepts: without its unprintable characters, and cut. */
export const cleanLine = (value: string | null | undefined, max: number): string =>
  [...(value ?? '')]
    .map((character) => (lineBreak.test(character) ? ' ' : character))
    .filter((character) => !unprintable.test(character))
    .reduce((line, character) => (line.length + character.length > max ? line : line + character), '')
    .trim();

/** The messages of a free text. */
export interface TextMessages {
  mustBeText: string;
  tooLong: string;
  unusable: string;
}

/** Bounds free text: at most `max` characters, none of them invisible; line breaks only where `multiline`. */
export const boundedText = (messages: TextMessages, max: number, { multiline = false } = {}): Rule =>
  described(
    (value) => {
      if (value === undefined || value === null || value === '') return undefined;
      if (typeof value !== 'string') return messages.mustBeText;
      if (value.trim().length > max) return messages.tooLong;
      if (unprintable.test(value) || (!multiline && lineBreak.test(value.trim()))) return messages.unusable;
      return undefined;
    },
    { maxLength: max },
  );

/** The same with the messages of a field of the office, by its label. */
export const text = (label: string, max: number, options?: { multiline?: boolean }): Rule =>
  boundedText(
    {
      mustBeText: `${label} must be text`,
      tooLong: `${label} must be at most ${max} characters`,
      unusable: `${label} contains characters that cannot be used`,
    },
    max,
    options,
  );

/** Combines rules; the first message is returned. */
export const all = <Form>(...rules: Rule<Form>[]): Rule<Form> =>
  described(
    (value, form) => {
      for (const rule of rules) {
        const message = rule(value, form);
        if (message) return message;
      }
      return undefined;
    },
    Object.assign({}, ...rules.map(({ schema }) => schema)) as RuleSchema,
  );

/** Requires an existing day, YYYY-MM-DD, of this century. */
export const existingDay = (label: string): Rule =>
  described(
    (value) => {
      if (typeof value !== 'string' || !isCalendarDay(value)) return `${label} must be a date (YYYY-MM-DD)`;
      return value < firstTypedDay ? `${label} must not be before ${formatDay(firstTypedDay)}` : undefined;
    },
    { pattern: dayPattern },
  );

/** Requires a day, and one that exists. */
export const dayRule = (label: string): Rule => all(required(`${label} is required`), existingDay(label));

/** Runs every rule of a form and collects the messages, in the order of the rules. */
export function check<Form extends object>(rules: Rules<Form>, form: Form): FieldErrors<Form> {
  const errors: FieldErrors<Form> = {};
  for (const field of Object.keys(rules) as (keyof Form)[]) {
    const message = rules[field]?.(form[field], form);
    if (message) errors[field] = message;
  }
  return errors;
}
