import { type Language, languageFacts } from '#domain/platform/languages';
import { translator } from '#domain/texts/translator';
import { current, loadedParts, show, type Texts } from './language.js';

/** Loads the texts of all parts that are shown, and of those that are loaded meanwhile. */
async function textsIn(language: Language): Promise<Texts> {
  const parts = await Promise.all([...loadedParts].map((part) => part[language]()));
  if (parts.length < loadedParts.size) return textsIn(language);
  return Object.assign({}, ...parts.map(({ texts }) => texts)) as Texts;
}

/** Shows the page in another language, at its address without the parameter for one; `status` tells screen readers. */
export async function switchLanguage(language: Language, status: HTMLElement | null): Promise<void> {
  const texts = await textsIn(language);
  document.documentElement.lang = languageFacts[language].tag;
  const { texts: former, inLanguage } = current();
  const translate = translator(former, texts);
  show({ language, texts, inLanguage: (message) => translate(inLanguage(message)) });
  if (status) status.textContent = texts.switched;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `language=${language}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  const address = new URL(location.href);
  if (!address.searchParams.has('lang')) return;
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}
