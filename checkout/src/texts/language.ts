import { useSyncExternalStore } from 'react';
import { defaultLanguage, firstLanguage, type Language } from '#domain/platform/languages';
import type { regions } from '#domain/texts/en/regions';
import type { first } from './en/first.js';
import type { later } from './en/later.js';
import type { order } from './en/order.js';
import type { plan } from './en/plan.js';
import type { TextLoaders } from './loaders.js';

/** The texts of both programs; each has loaded those of its own parts. */
export type Texts = typeof first & typeof later & typeof order & typeof plan & { regions?: typeof regions };

interface Shown {
  language: Language;
  texts: Texts;
  /** Returns a message that was made before a switch in the language that is shown. */
  inLanguage: (message: string) => string;
}

let shown: Shown = { language: defaultLanguage, texts: {} as Texts, inLanguage: (message) => message };
const listeners = new Set<() => void>();

/** The language in which the server has sent the page. */
export const pageLanguage = (): Language => firstLanguage([document.documentElement.lang]);

type PartLoaders = TextLoaders<Partial<Texts>>;

/** The parts that are loaded, which a switch loads in another language. */
export const loadedParts = new Set<PartLoaders>();

/** Shows these instead of what is shown. */
export function show(change: Partial<Shown>): void {
  shown = { ...shown, ...change };
  for (const listener of listeners) listener();
}

/** Loads a part of the texts in the language that is shown. */
export async function loadTexts(part: PartLoaders): Promise<void> {
  const { language } = shown;
  const { texts } = await part[language]();
  // The visitor may have switched meanwhile.
  if (shown.language !== language) return loadTexts(part);
  loadedParts.add(part);
  show({ texts: { ...shown.texts, ...texts } });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Language and texts at the moment, outside of components. */
export const current = () => shown;
const useShown = () => useSyncExternalStore(subscribe, current, current);

/** The texts that are shown; a component that reads them follows a switch. */
export const useTexts = (): Texts => useShown().texts;

/** The language that is shown; likewise. */
export const useLanguage = (): Language => useShown().language;

/** Returns the function that gives a message of the server or of the page in the language that is shown. */
export const useInLanguage = () => useShown().inLanguage;
