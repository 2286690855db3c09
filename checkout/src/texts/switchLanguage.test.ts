import { afterEach, expect, it } from 'vitest';
import { byLanguage } from '#domain/platform/languages';
import { current, loadedParts, loadTexts, show } from './language.js';
import { switchLanguage } from './switchLanguage.js';

const { texts } = current();

afterEach(() => {
  loadedParts.clear();
  show({ language: 'en', texts });
});

/** A part of the page: what one text of it says in French, and in each other language. */
const aPart = (name: string, french: string, load = () => Promise.resolve()) =>
  byLanguage((language) => async () => {
    if (language === 'fr') await load();
    return { texts: { [name]: language === 'fr' ? french : 'other' } };
  });

it('brings the texts of a part that was loaded while the switch was on its way', async () => {
  let bringFrench = () => {};
  const slow = new Promise<void>((resolve) => (bringFrench = resolve));
  await loadTexts(aPart('total', 'Total', () => slow));
  const switched = switchLanguage('fr', null);
  await loadTexts(aPart('back', 'Retour'));
  bringFrench();
  await switched;
  expect(current()).toMatchObject({ language: 'fr', texts: { total: 'Total', back: 'Retour' } });
});
