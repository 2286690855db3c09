import { afterEach, expect, it } from 'vitest';
import { current, loadedParts, loadTexts, show } from './language.js';
import { switchLanguage } from './switchLanguage.js';

const { texts } = current();

afterEach(() => {
  loadedParts.clear();
  show({ language: 'en', texts });
});

it('brings the texts of a part that was loaded while the switch was on its way', async () => {
  let bringFrench = () => {};
  const slow = new Promise<{ texts: object }>((resolve) => {
    bringFrench = () => resolve({ texts: { total: 'Total' } });
  });
  await loadTexts({ en: async () => ({ texts: { total: 'Sum' } }), fr: () => slow });
  const switched = switchLanguage('fr', null);
  await loadTexts({
    en: async () => ({ texts: { back: 'Back' } }),
    fr: async () => ({ texts: { back: 'Retour' } }),
  });
  bringFrench();
  await switched;
  expect(current()).toMatchObject({ language: 'fr', texts: { total: 'Total', back: 'Retour' } });
});
