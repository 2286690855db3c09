import { colors } from '#domain/platform/colors';
import { type Language, languageFacts } from '#domain/platform/languages';
import { escapeHtml } from '../../platform/http/escape-html.js';

/** A part of a mail. Its texts are plain: the layout escapes them. */
export type Block =
  | { paragraph: string }
  | { heading: string }
  /** Labels and values, such as reference and amount. */
  | { facts: readonly (readonly [label: string, value: string])[] }
  /** A text with its line breaks. */
  | { lines: string }
  | { link: { label: string; url: string } };

export interface MailDocument {
  subject: string;
  /** The heading at the top. */
  title: string;
  blocks: readonly Block[];
  /** The company's name in the footer. */
  company: string;
  language: Language;
}

/** A mail without what all mails have. */
export type MailContent = Omit<MailDocument, 'company' | 'language'>;

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

// A single style sheet without inline styles: mail programs that drop it show a plain, readable page.
const { light, dark } = colors;
const styles = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 16px; background: ${light.background}; color: ${light.text}; font: 16px/1.5 Arial, Helvetica, sans-serif; }
main { max-width: 560px; margin: 0 auto; padding: 20px; background: ${light.surface}; border-radius: 8px; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
h2 { margin: 24px 0 8px; font-size: 18px; }
p { margin: 0 0 16px; }
dl { margin: 0 0 16px; }
dt { color: ${light.muted}; font-size: 14px; }
dd { margin: 0 0 8px; font-weight: bold; }
pre { margin: 0 0 16px; padding: 12px; background: ${light.sunken}; border-radius: 8px; font: inherit; white-space: pre-wrap; }
a { color: ${light.link}; }
a.button { display: inline-block; padding: 12px 20px; background: ${light.link}; color: ${light.onPrimary}; border-radius: 8px; text-decoration: none; }
footer { max-width: 560px; margin: 16px auto 0; color: ${light.muted}; font-size: 14px; text-align: center; }
@media (prefers-color-scheme: dark) {
  body { background: ${dark.background}; color: ${dark.text}; }
  main { background: ${dark.surface}; }
  dt, footer { color: ${dark.muted}; }
  pre { background: ${dark.sunken}; }
  a { color: ${dark.link}; }
  a.button { background: ${dark.link}; color: ${dark.onPrimary}; }
}
`.trim();

function blockHtml(block: Block): string {
  if ('paragraph' in block) return `<p>${escapeHtml(block.paragraph)}</p>`;
  if ('heading' in block) return `<h2>${escapeHtml(block.heading)}</h2>`;
  if ('lines' in block) return `<pre>${escapeHtml(block.lines)}</pre>`;
  if ('link' in block) {
    const { label, url } = block.link;
    return `<p><a class="button" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`;
  }
  const rows = block.facts.map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

/** A label's colon; French has a space before it that does not break. */
const colons: Record<Language, string> = { en: ':', fr: '\u00a0:' };

function blockText(block: Block, language: Language): string {
  const colon = colons[language];
  if ('paragraph' in block) return block.paragraph;
  if ('heading' in block) return block.heading.toUpperCase();
  if ('lines' in block) return block.lines;
  if ('link' in block) return `${block.link.label}${colon}\n${block.link.url}`;
  return block.facts.map(([label, value]) => `${label}${colon} ${value}`).join('\n');
}

/** Renders a mail as html and as text, with the same content. */
export function renderDocument({ subject, title, blocks, company, language }: MailDocument): RenderedMail {
  return {
    // The subject is one line, even with line breaks in a typed reference; spaces that do not break stay.
    subject: subject.replace(/[^\S\u00a0]+/g, ' ').trim(),
    text: `${[title, ...blocks.map((block) => blockText(block, language)), `-- \n${company}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${languageFacts[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${styles}
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${blocks.map(blockHtml).join('\n')}
</main>
<footer>${escapeHtml(company)}</footer>
</body>
</html>
`,
  };
}
