import { renderToString } from 'react-dom/server';
import { languages } from '#domain/platform/languages';
import { orderStatuses } from '#domain/visitor/orders';
import { show, type Texts } from '../texts/language.js';
import { orderTexts } from '../texts/loaders.js';
import { OrderPage } from './OrderPage.js';

/**
 * The visitor's page while its payment loads, as HTML by language and by the payment's status, with which the server
 * chooses the file; "order-" for a page without a status. The build writes a file for each.
 */
export const prerenderedHtml: Record<string, Record<string, string>> = {};

for (const language of languages) {
  const { texts } = await orderTexts[language]();
  show({ language, texts: texts as Texts });
  prerenderedHtml[language] = Object.fromEntries(
    ['' as const, ...orderStatuses].map((status) => [
      `order-${status}`,
      renderToString(<OrderPage path="" {...(status && { expected: status })} />),
    ]),
  );
}
