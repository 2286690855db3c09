import { all, dayRule, optional, recordId, required, text, yesOrNo } from './rules.js';

describe('rules', () => {
  it('of a field that may stay empty refuse other values alone, and tell so', () => {
    const day = optional(dayRule('Start'));
    for (const empty of [undefined, null, '']) expect(day(empty, {})).toBeUndefined();
    expect(day('2026-02-28', {})).toBeUndefined();
    expect(day('2026-02-30', {})).toBe('Start must be a date (YYYY-MM-DD)');
    const name = optional(all(required('Name is required'), text('Name', 5)));
    expect(name.schema).toEqual({ maxLength: 5 });
    const { pattern } = optional(recordId('Customer is required')).schema!;
    expect(['', 'a'.repeat(24), 'b'].map((value) => new RegExp(pattern!).test(value))).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('of yes and no take nothing else', () => {
    const open = yesOrNo('Open must be true or false');
    expect([open(true, {}), open(false, {})]).toEqual([undefined, undefined]);
    for (const other of ['true', 1, '', null, undefined])
      expect(open(other, {})).toBe('Open must be true or false');
    expect(optional(open)(undefined, {})).toBeUndefined();
  });
});
