import { mentionAt, mentionsIn } from './mentions.js';

const names = ['max', 'mona', 'mona.b', 'Änne', 'x@trip.example', 'max-'];

describe('the mentions of a text', () => {
  it.each([
    ['@mona', ['mona']],
    ['Ask @Max and @MONA!', ['max', 'mona']],
    ['(@max)/@mona', ['max', 'mona']],
    ['Ask @mona.', ['mona']],
    ['Ask @mona...\nThen', ['mona']],
    ['-@max: done.@mona', ['max', 'mona']],
    ['@mona.b', ['mona.b']],
    ['@mona.b.', ['mona.b']],
    ['@mona.c', []],
    ['@monas', []],
    ['@mona’s', ['mona']],
    ['@monaช่วยดู', ['mona']],
    ['@max-', ['max-']],
    ['@max-mona', []],
    ['@änne', ['Änne']],
    ['@x@trip.example', ['x@trip.example']],
    ['ann@max', []],
    ['é@max', []],
    ['ann-@max, ann+@max', []],
    ['@@max', []],
    ['@max@mona', []],
    ['@ max', []],
    ['@max @max', ['max', 'max']],
    ['@', []],
  ])('of "%s" are %j', (text, expected) => {
    const found = mentionsIn(text, names);
    expect(found.map(({ name }) => name)).toEqual(expected);
    for (const { from, to, name } of found)
      expect(text.slice(from, to).toLowerCase()).toBe(`@${name}`.toLowerCase());
  });

  it.each([
    ['Ask @', { from: 4, typed: '' }],
    ['Ask @Mo', { from: 4, typed: 'mo' }],
    ['Ask @mona ', undefined],
    ['ann@mo', undefined],
    ['', undefined],
  ])('begin, in "%s" with the caret at its end, as %j', (text, expected) => {
    expect(mentionAt(text, text.length)).toEqual(expected);
    expect(mentionAt(`${text} @max`, text.length)).toEqual(expected);
  });
});
