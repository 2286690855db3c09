import { humanize } from '#domain/platform/humanize';
import { escapeHtml } from '../../platform/http/escape-html.js';

/** The records of a person of one kind, as they are stored, slice by slice. */
export interface KindOfData {
  name: string;
  count: number;
  records: AsyncIterable<object[]>;
}

/** The customer whose data it is, and since when it is so. */
interface About {
  createdAt: Date;
  customerId: string;
}

/** Writes all data of a person as JSON. */
export async function* personalDataJson(
  about: About,
  kinds: AsyncIterable<KindOfData>,
): AsyncGenerator<string> {
  yield JSON.stringify(about, undefined, 2).replace(/\n\}$/, '');
  for await (const { name, records } of kinds) {
    yield `,\n  "${name}": [`;
    let separator = '\n';
    for await (const slice of records)
      for (const record of slice) {
        yield `${separator}${JSON.stringify(record, undefined, 2)}`;
        separator = ',\n';
      }
    yield ']';
  }
  yield '\n}\n';
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

/** Writes all data of a person as one page that any browser shows, without a script; `company` holds the data. */
export async function* personalDataPage(
  { createdAt, customerId }: About,
  company: string,
  kinds: AsyncIterable<KindOfData>,
): AsyncGenerator<string> {
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Personal data</title><style>${style}</style></head><body><main><h1>Personal data</h1>
<p>All that ${escapeHtml(company)} stores about the customer ${customerId}, as of ${createdAt.toISOString()}. The file data.json has the same for programs.</p>
`;
  for await (const { name, count, records } of kinds) {
    if (!count) continue;
    yield `<section><h2>${escapeHtml(humanize(name))} (${count})</h2>`;
    for await (const slice of records)
      for (const record of slice) yield `<article>${written(JSON.parse(JSON.stringify(record)))}</article>\n`;
    yield '</section>\n';
  }
  yield '</main></body></html>\n';
}
