import { humanize } from '#domain/payments/payments';
import { escapeHtml } from '../../platform/http/escape-html.js';

/** All records of a person by kind, as they are stored. */
export interface PersonalData {
  createdAt: Date;
  customerId: string;
  [kind: string]: unknown;
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.25rem 1rem;margin:0}
dt{color:#555}dd{margin:0;white-space:pre-wrap}article,dd dl{border-top:1px solid #ccc;padding:.75rem 0}
@media(max-width:40rem){dl{display:block}}`;

/** Returns a value as HTML: an object as a list of its fields, an array as one of its values. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => `<div>${written(one)}</div>`).join('');
  if (typeof value !== 'object' || value === null) return escapeHtml(`${(value ?? '') as string | number}`);
  const fields = Object.entries(value).map(
    ([name, field]) => `<dt>${escapeHtml(humanize(name))}</dt><dd>${written(field)}</dd>`,
  );
  return `<dl>${fields.join('')}</dl>`;
}

/** Returns all data of a person as one page that any browser shows, without a script; `company` holds the data. */
export function personalDataPage(data: PersonalData, company: string): string {
  const { createdAt, customerId, ...records } = JSON.parse(JSON.stringify(data)) as PersonalData;
  const kinds = Object.entries(records as Record<string, unknown[]>).filter(([, all]) => all.length > 0);
  const sections = kinds.map(([name, all]) => {
    const articles = all.map((record) => `<article>${written(record)}</article>`);
    return `<section><h2>${escapeHtml(humanize(name))} (${articles.length})</h2>${articles.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Personal data</title><style>${style}</style></head><body><main><h1>Personal data</h1>
<p>All that ${escapeHtml(company)} stores about the customer ${customerId}, as of ${String(createdAt)}. The file data.json has the same for programs.</p>
${sections.join('\n')}</main></body></html>
`;
}
