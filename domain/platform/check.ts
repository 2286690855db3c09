import type { FieldErrors, Rules } from './rules.js';

/** Runs every rule of a form and collects the messages, in the order of the rules. */
export function check<Form extends object>(rules: Rules<Form>, form: Form): FieldErrors<Form> {
  const errors: FieldErrors<Form> = {};
  for (const field of Object.keys(rules) as (keyof Form)[]) {
    const message = rules[field]?.(form[field], form);
    if (message) errors[field] = message;
  }
  return errors;
}
