import { SaxesParser } from 'saxes';
import { cleanText, FileRefusedError } from '../common/statement-row.js';

/** Maximum nesting depth of the elements, and maximum length of their names. */
const maximumDepth = 40;
const maximumName = 100;

/** An element by its name without a prefix; its text is that outside its children. */
export interface XmlElement {
  name: string;
  text: string;
  currency?: string;
  children: XmlElement[];
}

/** Returns the elements below one by their path, such as "RmtInf/Ustrd". */
export function elementsAt(element: XmlElement | undefined, path: string): XmlElement[] {
  if (!element) return [];
  const slash = path.indexOf('/');
  const name = slash < 0 ? path : path.slice(0, slash);
  const found = element.children.filter((child) => child.name === name);
  return slash < 0 ? found : found.flatMap((child) => elementsAt(child, path.slice(slash + 1)));
}

/** Returns the texts of the elements at a path that have one. */
export const textsAt = (element: XmlElement | undefined, path: string): string[] =>
  elementsAt(element, path).flatMap(({ text }) => text || []);

/** Returns the text of the first element at the first of these paths that has one. */
export const firstAt = (element: XmlElement | undefined, ...paths: string[]): string | undefined =>
  paths.flatMap((path) => textsAt(element, path))[0];

/** Reads an XML file of which entities and a DOCTYPE are refused, and reports each element of such a name as it ends. */
export function readXml(xml: string, names: RegExp, onElement: (element: XmlElement) => void): void {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  const keep = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('error', (error) => {
    throw new FileRefusedError(`The XML cannot be read: ${error.message.slice(0, 120)}`);
  });
  parser.on('doctype', () => {
    throw new FileRefusedError('A file with a DOCTYPE is not read');
  });
  parser.on('opentag', ({ name, attributes: { Ccy } }) => {
    if (name.length > maximumName) throw new FileRefusedError('The XML has a name that is too long');
    if (open.length >= maximumDepth) throw new FileRefusedError('The XML is nested too deeply');
    const element: XmlElement = { name: name.slice(name.indexOf(':') + 1), text: '', children: [] };
    if (typeof Ccy === 'string') element.currency = Ccy;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', keep);
  parser.on('cdata', keep);
  parser.on('closetag', () => {
    const element = open.pop()!;
    if (element.text) element.text = cleanText(element.text);
    if (names.test(element.name)) onElement(element);
  });
  parser.write(xml).close();
}
