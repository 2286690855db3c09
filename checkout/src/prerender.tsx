import { renderToString } from 'react-dom/server';
import { languages } from '#domain/platform/languages';
import { Checkout } from './Checkout.js';
import { stateAt } from './progress/checkoutState.js';
import { show, type Texts } from './texts/language.js';
import { emptyProgress } from './progress/progress.js';
import { firstTexts } from './texts/loaders.js';

/** The first page of a new visitor as HTML, by language; the build inserts it into the page. */
export const prerenderedHtml: Record<string, Record<string, string>> = {};

for (const language of languages) {
  const { texts } = await firstTexts[language]();
  show({ language, texts: texts as Texts });
  prerenderedHtml[language] = {
    index: renderToString(<Checkout start={stateAt(emptyProgress, 'location')} />),
  };
}
