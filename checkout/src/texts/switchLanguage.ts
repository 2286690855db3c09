import { type Language, languageFacts } from '#domain/platform/languages';
import { translator } from '#domain/texts/translator';
import { current, loadedParts, show, type Texts } from './language.js';

/**
 * Shows the page in another language, and keeps everything else of it: the address without its parameter for the language,
 * which would win over what is chosen here. `status` tells screen readers of the switch.
 */
export async function switchLanguage(language: Language, status: HTMLElement | null): Promise<void> {
  const parts = await Promise.all([...loadedParts].map((part) => part[language]()));
  const texts = Object.assign({}, ...parts.map((part) => part.texts)) as Texts;
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
