import type { Language } from '#domain/platform/languages';
import type { first } from './en/first.js';
import type { later } from './en/later.js';
import type { order } from './en/order.js';
import type { plan } from './en/plan.js';
import type { texts as regions } from './en/regions.js';

/** Loads a part of the texts in a language, which are a chunk of their own. */
export type TextLoaders<Part> = Record<Language, () => Promise<{ texts: Part }>>;

/** Of the checkout's first step, and of what surrounds every step. */
export const firstTexts: TextLoaders<typeof first> = {
  en: () => import('./en/first.js'),
  fr: () => import('./fr/first.js'),
};

/** Of the steps behind it. */
export const laterTexts: TextLoaders<typeof later> = {
  en: () => import('./en/later.js'),
  fr: () => import('./fr/later.js'),
};

/** The names of provinces and states, which only their visitors need. */
export const regionTexts: TextLoaders<typeof regions> = {
  en: () => import('./en/regions.js'),
  fr: () => import('./fr/regions.js'),
};

/** Of the page of a payment. */
export const orderTexts: TextLoaders<typeof order> = {
  en: () => import('./en/order.js'),
  fr: () => import('./fr/order.js'),
};

/** Of a payment with a plan. */
export const planTexts: TextLoaders<typeof plan> = {
  en: () => import('./en/plan.js'),
  fr: () => import('./fr/plan.js'),
};
