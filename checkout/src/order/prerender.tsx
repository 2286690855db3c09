import { renderToString } from 'react-dom/server';
import { type Language, languages } from '#domain/platform/languages';
import { orderStatuses } from '#domain/visitor/orders';
import { show, type Texts } from '../language.js';
import { order as english } from '../texts/en/order.js';
import { order as french } from '../texts/fr/order.js';
import { OrderPage } from './OrderPage.js';

const texts = { en: english, fr: french };

function render(language: Language): Record<string, string> {
  show({ language, texts: texts[language] as Texts });
  return Object.fromEntries(
    ['' as const, ...orderStatuses].map((status) => [
      `order-${status}`,
      renderToString(<OrderPage path="" {...(status && { expected: status })} />),
    ]),
  );
}

/**
 * The visitor's page while its payment loads, as HTML by language and by the payment's status, with which the server
 * chooses the file; "order-" for a page without a status. The build writes a file for each.
 */
export const prerenderedHtml = Object.fromEntries(languages.map((language) => [language, render(language)]));
