import { acceptedLanguage, languageOfTag } from './languages.js';

describe('the language of a browser', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['fr', 'fr'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['en-US,en;q=0.9,fr;q=0.8', 'en'],
    ['de-CH,de;q=0.9,fr-CH;q=0.7,en;q=0.5', 'fr'],
    ['en;q=0.3, fr;q=0.7', 'fr'],
    ['fr;q=0.5,en;q=0.5', 'fr'],
    ['fr;q=0,en;q=0.1', 'en'],
    ['fr;q=0', undefined],
    ['fr ; Q=0.000 , EN-gb ; q = 0.001', 'en'],
    ['*', undefined],
    ['th,*;q=0.5', undefined],
    ['frr,eng', undefined],
    ['fr;q=2,en;q=0.1', 'en'],
    ['fr;q=x,en', 'en'],
    [',;,fr;;', undefined],
    [`${'de,'.repeat(5000)}fr`, 'fr'],
  ])('"%s" is %s', (header, language) => expect(acceptedLanguage(header)).toBe(language));

  it('is told by the first part of a tag', () =>
    expect(['FR-ca', 'en', 'auto', 'frr', ''].map(languageOfTag)).toEqual([
      'fr',
      'en',
      undefined,
      undefined,
      undefined,
    ]));
});
