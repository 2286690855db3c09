import { getDocumentProxy } from 'unpdf';
import type { CreditReason, IssuedDocument } from '#domain/documents/documents';
import type { MoneyLine } from '#domain/documents/money-lines';
import { type Language, languages } from '#domain/platform/languages';
import { untaxedLabel } from '#domain/places/taxes';
import { DocumentPdf } from '../../src/documents/pdf/document-pdf.js';
import { words } from '../../src/documents/pdf/words.js';
import { foreignWords } from './foreign-words.js';

const names = ['Zorblax', 'Quimby', 'Main'];
const day = '2026-11-25';
const ways = Object.keys(words.en.ways) as MoneyLine['way'][];
const money = ways.map((way) => ({ day, way, amount: 10 }));

const paper = (language: Language, changes: Partial<IssuedDocument>): IssuedDocument => ({
  _id: '6924f00000000000000000a1',
  number: 'INV-000017',
  kind: 'invoice',
  language,
  sample: true,
  day,
  bookedOn: '2026-11-01',
  referenceNumber: 'CRTS-OTN-0A0A0A-000001',
  paymentId: '6924f00000000000000000b1',
  customerId: '6924f00000000000000000c1',
  company: { legalName: 'Zorblax', address: '1 Main', country: 'canada', registrations: [] },
  buyer: { name: 'Quimby', address: [], email: '' },
  description: 'Zorblax',
  place: { country: 'canada', province: 'ontario' },
  currency: 'CAD',
  net: 1997,
  total: 2256.61,
  tax: { label: 'HST', rate: 0.13, share: 0.5, registration: 'RT0001', amount: 259.61 },
  payments: money,
  returned: [],
  shortfall: 25,
  ...changes,
});
const creditNote = (reason: CreditReason): Partial<IssuedDocument> => ({
  kind: 'creditNote',
  number: 'CN-000003',
  reason,
  payments: [],
  returned: money,
  shortfall: undefined,
  credits: { _id: '6924f00000000000000000a1', number: 'INV-000017', day },
});

describe('what a paper says', () => {
  const pdf = new DocumentPdf();
  const papers: Partial<IssuedDocument>[] = [
    {},
    { tax: { label: 'GST', rate: 0.05, share: 1, registration: 'RT0001', amount: 99.85 } },
    { tax: { label: untaxedLabel, rate: 0, share: 1, registration: 'RT0001', amount: 0 }, currency: 'USD' },
    ...(Object.keys(words.en.reasons) as CreditReason[]).map(creditNote),
  ];

  it.each(languages)('has no word of the other language in "%s"', async (language) => {
    for (const changes of papers) {
      const bytes = await pdf.render(paper(language, changes));
      const file = await getDocumentProxy(new Uint8Array(bytes));
      const content = (await (await file.getPage(1)).getTextContent()) as { items: { str?: string }[] };
      const said = content.items.map(({ str = '' }) => str).join(' ');
      expect(said).toContain(language === 'fr' ? 'Exemple' : 'Sample');
      expect([said, foreignWords(said, language, names)]).toEqual([said, []]);
    }
  });
});
