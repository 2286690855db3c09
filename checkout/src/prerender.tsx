import { renderToString } from 'react-dom/server';
import { type Language, languages } from '#domain/platform/languages';
import { Checkout } from './Checkout.js';
import { stateAt } from './checkoutState.js';
import { show, type Texts } from './language.js';
import { emptyProgress } from './progress.js';
import { first as english } from './texts/en/first.js';
import { first as french } from './texts/fr/first.js';

const texts = { en: english, fr: french };

function render(language: Language): string {
  show({ language, texts: texts[language] as Texts });
  return renderToString(<Checkout start={stateAt(emptyProgress, 'location')} />);
}

/** The first page of a new visitor as HTML, by language; the build inserts it into the page. */
export const prerenderedHtml = Object.fromEntries(
  languages.map((language) => [language, { index: render(language) }]),
);
