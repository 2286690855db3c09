import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { getDocumentProxy } from 'unpdf';
import type { IssuedDocument } from '#domain/documents/documents';
import { DocumentPdf } from './document-pdf.js';

const company: IssuedDocument['company'] = {
  legalName: 'Northern Trips & Tours Ltd.',
  address: '120 Front Street West, Suite 400\nToronto ON M5J 1E6',
  country: 'canada',
  phone: '+1 416 555 0100',
  email: 'accounts@example.com',
  website: 'www.example.com',
  registrations: [{ label: 'TICO', number: '50012345' }],
  notes: { en: 'Refunds are made to the account that paid.' },
};
const hst = { label: 'HST', rate: 0.13, share: 1, registration: '123456789 RT0001', amount: 259.61 };

const invoice = (changes: Partial<IssuedDocument> = {}): IssuedDocument => ({
  _id: '6924f00000000000000000a1',
  number: 'INV-000017',
  kind: 'invoice',
  language: 'en',
  day: '2026-11-25',
  bookedOn: '2026-10-31',
  referenceNumber: 'BT-1764060000000',
  paymentId: '6924f00000000000000000b1',
  customerId: '6924f00000000000000000c1',
  company,
  buyer: { name: 'Margaret Wilson', address: ['55 Queen Street', 'Ottawa ON'], email: 'wilson@example.com' },
  description: 'Business trip to Thailand',
  place: { country: 'canada', province: 'ontario' },
  currency: 'CAD',
  net: 1997,
  tax: hst,
  total: 2256.61,
  payments: [
    { day: '2026-10-31', way: 'bank', amount: 2000 },
    { day: '2026-11-02', way: 'card', amount: 231.61 },
  ],
  returned: [],
  shortfall: 25,
  ...changes,
});
const creditNote: Partial<IssuedDocument> = {
  kind: 'creditNote',
  number: 'CN-000003',
  day: '2026-12-01',
  bookedOn: '2026-11-30',
  reason: 'Refund',
  net: 442.48,
  tax: { ...hst, amount: 57.52 },
  total: 500,
  payments: [],
  credits: { _id: '6924f00000000000000000a1', number: 'INV-000017', day: '2026-11-25' },
  returned: [{ day: '2026-11-30', way: 'cheque', amount: 500 }],
  shortfall: undefined,
};
const buyer = (name: string, address: string[] = []) => ({ name, address, email: '' });

/** A text of a page: its place is from the lower left corner, in points. */
interface TextItem {
  str: string;
  transform: number[];
  width: number;
}

interface Node {
  role: string;
  children?: (Node | object)[];
}

/** The roles of a structure: "Table(THead(TR(TH TH)) …)". */
function rolesOf({ role, children = [] }: Node): string {
  const inner = children.filter((child): child is Node => 'role' in child).map(rolesOf);
  return inner.length ? `${role}(${inner.join(' ')})` : role;
}

/** Reads a file as another program does. */
async function read(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  const pages = await Promise.all(
    numbers.map(async (number) => {
      const page = await pdf.getPage(number);
      const { items } = (await page.getTextContent()) as { items: TextItem[] };
      return {
        size: (page.view as number[]).slice(2).map(Math.round),
        lines: items.map(({ str }) => str.trim().normalize('NFKC')).filter(Boolean),
        right: Math.max(
          ...items.map(({ transform, width, str }) => (str.trim() ? transform[4]! + width : 0)),
        ),
        structure: rolesOf((await page.getStructTree()) as Node),
      };
    }),
  );
  const { info, metadata } = await pdf.getMetadata();
  return {
    pages,
    lines: pages.flatMap(({ lines }) => lines),
    info: info as Record<string, unknown>,
    title: metadata.get('dc:title') as string,
    isMarked: (await pdf.getMarkInfo())?.Marked,
    preferences: await pdf.getViewerPreferences(),
  };
}

/** Bytes as a PDF writes a text. */
const escaped = (bytes: Buffer): string =>
  bytes
    .toString('latin1')
    .replace(
      /[\\()\n\r\t\b\f]/g,
      (sign) => `\\${{ '\n': 'n', '\r': 'r', '\t': 't', '\b': 'b', '\f': 'f' }[sign] ?? sign}`,
    );

const plain = (text: string): string => text.normalize('NFKC');

describe('the PDF of a document', () => {
  const pdf = new DocumentPdf();
  const reading = async (changes: Partial<IssuedDocument> = {}) => read(await pdf.render(invoice(changes)));
  afterEach(() => jest.restoreAllMocks());

  it('says who sold what to whom, its tax and how it was paid, on one page', async () => {
    const { pages, lines } = await reading();
    expect(pages).toHaveLength(1);
    expect(pages[0]!.size).toEqual([612, 792]);
    expect(lines).toEqual([
      'Invoice INV-000017',
      'Date of issue',
      'Nov 25, 2026',
      'Sale booked on',
      'Oct 31, 2026',
      'Reference number',
      'BT-1764060000000',
      'Billed to',
      'Margaret Wilson',
      '55 Queen Street',
      'Ottawa ON',
      'wilson@example.com',
      'Northern Trips & Tours Ltd.',
      '120 Front Street West, Suite 400',
      'Toronto ON M5J 1E6',
      '+1 416 555 0100',
      'accounts@example.com',
      'www.example.com',
      'TICO 50012345',
      'Description',
      'Amount',
      'Business trip to Thailand',
      'CA$1,997.00',
      'Subtotal before tax',
      'CA$1,997.00',
      'HST 13% (123456789 RT0001)',
      'CA$259.61',
      'Total (CAD)',
      'CA$2,256.61',
      'Paid',
      'Date',
      'Method',
      'Amount',
      'Oct 31, 2026',
      'Bank transfer',
      'CA$2,000.00',
      'Nov 2, 2026',
      'Card',
      'CA$231.61',
      'Written off as bank fees',
      'CA$25.00',
      'Refunds are made to the account that paid.',
    ]);
  });

  it.each([
    ['en', ['CA$1,997.00 (settles US$1,997.00)'], ['Agreed as', 'CA$1,997.00'], 'Bank transfer'],
    ['fr', ['1 997,00 $ CA', '(règle 1 997,00 $ US)'], ['Convenu', '1 997,00 $ CA'], 'Virement bancaire'],
  ] as const)(
    'names money of another currency and the agreed total in %s',
    async (language, paid, agreed, way) => {
      const original = { amount: 1997, currency: 'CAD' } as const;
      const abroad: Partial<IssuedDocument> = {
        language,
        currency: 'USD',
        net: 1997,
        total: 1997,
        tax: undefined,
        shortfall: undefined,
        quoted: original,
        payments: [{ day: '2026-11-02', way: 'bank', amount: 1997, original }],
      };
      const text = (await reading(abroad)).lines.join(' ');
      expect(text).toContain(plain([...agreed].join(' ')));
      expect(text).toContain(plain([way, ...paid].join(' ')));
    },
  );

  it('is tagged, with its title, its language and its fonts', async () => {
    const bytes = await pdf.render(invoice());
    const { info, title, isMarked, preferences, pages } = await read(bytes);
    expect(title).toBe('Invoice INV-000017 · Northern Trips & Tours Ltd.');
    expect(info).toMatchObject({ Title: title, Author: company.legalName, Language: 'en' });
    expect(preferences).toMatchObject({ DisplayDocTitle: true });
    expect(isMarked).toBe(true);
    const facts = 'H1 P P P H2 P P P P P P';
    const amounts = 'Table(THead(TR(TH TH)) TBody(TR(TH TD) TR(TH TD) TR(TH TD) TR(TH TD)))';
    const money = 'H2 Table(THead(TR(TH TH TH)) TBody(TR(TH TD TD) TR(TH TD TD))) P';
    expect(pages[0]!.structure).toBe(`Root(Document(${facts} ${amounts} ${money} P))`);
    const count = (name: string) => bytes.toString('latin1').split(name).length - 1;
    expect([count('/FontDescriptor\n'), count('/FontFile2 ')]).toEqual([2, 2]);
    expect(bytes.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>');
    // A list of characters would have to name the parts of accented ones, too.
    expect(count('/CIDSet')).toBe(0);
  });

  it('has the same bytes after other documents of its thread, and in another thread', async () => {
    const thai = invoice({ buyer: buyer('ชาย น้ำ ﬁ fi') });
    const first = await pdf.render(thai);
    await pdf.render(invoice({ buyer: buyer('น้ำ ชาย fi ﬁ'), language: 'fr' }));
    expect(await pdf.render(thai)).toEqual(first);
    expect(await new DocumentPdf().render(thai)).toEqual(first);
    expect(await pdf.render({ ...thai, number: 'INV-000018' })).not.toEqual(first);
  });

  it('speaks Canadian French', async () => {
    const { lines, info, title } = await reading({
      language: 'fr',
      bookedOn: '2026-11-01',
      description: 'Voyage d’affaires en Thaïlande',
      tax: { ...hst, label: 'GST', rate: 0.05, amount: 99.85 },
      total: 2096.85,
      shortfall: undefined,
      company: { ...company, notes: { en: 'Notes', fr: 'Remarques' } },
      payments: [{ day: '2026-11-01', way: 'interac', amount: 2096.85 }],
    });
    expect(info).toMatchObject({ Language: 'fr-CA' });
    expect(title).toBe('Facture INV-000017 · Northern Trips & Tours Ltd.');
    for (const line of [
      'Facture INV-000017',
      'Date d’émission',
      '25 nov. 2026',
      'Vente comptabilisée le',
      '1er nov. 2026',
      'Voyage d’affaires en Thaïlande',
      'TPS 5 % (123456789 RT0001)',
      '99,85 $ CA',
      'Total (CAD)',
      '2 096,85 $ CA',
      'Payé',
      'Virement Interac',
      'Remarques',
    ])
      expect(lines).toContain(plain(line));
  });

  it('of a credit note names its invoice, its reason and what went back', async () => {
    const { lines } = await reading(creditNote);
    for (const line of [
      'Credit Note CN-000003',
      'Return booked on',
      'Nov 30, 2026',
      'Credits invoice',
      'Reason',
      'Refund',
      'INV-000017 of Nov 25, 2026',
      'CA$442.48',
      'CA$57.52',
      'CA$500.00',
      'Money returned',
      'Cheque',
    ])
      expect(lines).toContain(line);
    expect(lines).not.toContain('Paid');
    const cancelled = await reading({ ...creditNote, reason: 'Cancelled', returned: [], language: 'fr' });
    for (const line of ['Note de crédit CN-000003', 'Annulation', 'INV-000017 du 25 nov. 2026'])
      expect(cancelled.lines).toContain(line);
    expect(cancelled.lines).not.toContain('Montant remboursé');
  });

  it.each([
    [{ ...hst, label: 'No GST/HST charged', rate: 0, amount: 0 }, ['No GST/HST charged', 'CA$0.00']],
    [{ ...hst, share: 0.5 }, ['HST 13% on CA$998.50', '(123456789 RT0001)']],
    [{ ...hst, rate: 0.14975 }, ['HST 14.975% (123456789 RT0001)']],
  ])('has a tax line of %j', async (tax, expected) => {
    expect((await reading({ tax })).lines).toEqual(expect.arrayContaining(expected));
  });

  it('has no tax line where the tax is unknown, and names its currency', async () => {
    const { lines } = await reading({ tax: undefined, currency: 'THB', total: 1500, net: 1500 });
    expect(lines).toEqual(expect.arrayContaining(['Total (THB)', plain('THB 1,500.00')]));
    expect(lines).not.toContain('Subtotal before tax');
    expect(lines.join()).not.toMatch(/HST|GST/);
  });

  it('shows Thai names, on A4 for a company outside North America', async () => {
    const name = 'บริษัท ทัวร์เหนือ จำกัด';
    const address = ['๙๙/๑ ถนนพหลโยธิน แขวงสามเสนใน', 'เขตพญาไท กรุงเทพมหานคร'];
    const { pages, lines, title } = await reading({
      buyer: buyer('สมชาย น้ำทิพย์', address),
      company: { ...company, legalName: name, country: 'other' },
    });
    expect(pages[0]!.size).toEqual([595, 842]);
    expect(lines).toEqual(expect.arrayContaining([plain('สมชาย น้ำทิพย์'), ...address, plain(name)]));
    expect(title).toBe(`Invoice INV-000017 · ${name}`);
    // The structure says the characters that others draw.
    expect(pages[0]!.structure).toContain('P(Span)');
  });

  it.each([
    ['Greek', 'Γιώργος Παπαδόπουλος', 'Ἀθῆναι 105 63'],
    ['Cyrillic', 'Александр Щербаков', 'Київ, Україна'],
    ['simplified and traditional Chinese', '王小明', '臺北市信義區忠孝東路'],
    ['Japanese', '山田 太郎・ヤマダ', 'ひらがなマンション'],
    ['Korean', '김민수', '서울특별시 강남구 123'],
    ['Hindi', 'राजेन्द्र प्रसाद शर्मा', 'क्षत्रिय मार्ग, नई दिल्ली'],
    ['Arabic', 'محمد عبد الله', 'شارع الملك (الرياض) 123'],
    ['Arabic with letters that have no place for a mark', 'ڥالنتين', 'ࢤ ڢ ݠ 7'],
    ['Hebrew', 'דוד בן־גוריון', 'רחוב הרצל 15 (דירה 3)'],
  ])('shows names in %s, which a reader says and copies as they were typed', async (_, name, line) => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const bytes = await pdf.render(invoice({ buyer: buyer(name, [line]) }));
    const { pages, lines } = await read(bytes);
    expect(warn).not.toHaveBeenCalled();
    expect(pages).toHaveLength(1);
    expect(lines.join()).not.toContain('◊');
    const said = bytes.toString('latin1');
    for (const text of [name, line]) {
      const utf16 = Buffer.from(`\ufeff${text.normalize('NFC')}`, 'utf16le').swap16();
      expect(said.includes(`/ActualText (${escaped(utf16)}`)).toBe(true);
    }
    expect((await pdf.render(invoice({ buyer: buyer(name, [line]) }))).equals(bytes)).toBe(true);
  });

  it('shows a sign for what its fonts lack, and says so once in the log', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const { lines } = await reading({
      buyer: buyer('😀 Zoë தமிழ் \u202edlog\u0000 ქარ 👩‍👩‍👧 \u200bﬁ', [`a${'\u0301'.repeat(99)}b`]),
    });
    expect(lines).toEqual(expect.arrayContaining(['◊ Zoë ◊◊◊ dlog◊ ◊◊◊ ◊ fi', '◊b']));
    const letters = 'U+1F600, U+0BA4, U+0BAE, U+0BB4, U+0000, U+10E5, U+10D0, U+10E0, …';
    expect(warn.mock.calls).toEqual([
      [`INV-000017 shows a replacement for letters that its fonts lack: ${letters}`],
    ]);
  });

  it('shows an address of eight lines on one page', async () => {
    const address = Array.from({ length: 8 }, (_, index) => `Line ${index + 1} of the address`);
    const { pages, lines } = await reading({ buyer: buyer('Margaret Wilson', address) });
    expect(pages).toHaveLength(1);
    expect(lines).toEqual(expect.arrayContaining(address));
  });

  it('goes on over further pages, each with its head, and says “Sample” on each', async () => {
    const words = Array.from({ length: 800 }, (_, index) => `word${index}`);
    const notes = { en: words.join(' ').slice(0, 5000) };
    const address = Array.from({ length: 40 }, (_, index) => `Line ${index + 1}`);
    const { pages, lines } = await reading({
      buyer: buyer('Margaret Wilson', address),
      company: { ...company, notes },
      sample: true,
    });
    expect(pages.length).toBeGreaterThan(1);
    const heads = pages.map(({ lines: [across, head] }) => [across, head]);
    const head = (page: number) =>
      `Invoice INV-000017 · Page ${page} of ${pages.length} · Northern Trips & Tours Ltd.`;
    expect(heads[0]).toEqual(['Sample', 'Invoice INV-000017']);
    pages.forEach((page, index) => {
      expect(page.lines[0]).toBe('Sample');
      expect(page.lines.includes(head(index + 1))).toBe(index > 0);
    });
    expect(lines).toEqual(expect.arrayContaining(address));
    expect(lines.join(' ')).toContain(words.slice(300, 305).join(' '));
    expect(lines.join(' ').replaceAll(' ', '')).toContain(notes.en.slice(-30).replaceAll(' ', ''));
  });

  it('breaks words that are wider than the page, and loses no letter of them', async () => {
    const { pages, lines } = await reading({
      buyer: buyer('w'.repeat(300), ['x'.repeat(2000)]),
      description: 'q'.repeat(500),
      company: { ...company, notes: { en: 'z'.repeat(5000) } },
    });
    for (const { right } of pages) expect(right).toBeLessThanOrEqual(612 - 54 + 0.01);
    const letters = (letter: string) => lines.join('').split(letter).length - 1;
    expect([letters('w') - 3, letters('x') - 3, letters('q'), letters('z')]).toEqual([300, 2000, 500, 5000]);
  });

  it('can be read with any text of a visitor or an operator', async () => {
    jest.spyOn(Logger.prototype, 'warn').mockImplementation();
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({
        unit: fc.constantFrom(
          '\n',
          ' ',
          'ำ',
          '้',
          'ก',
          '\u00ad',
          '-',
          '(',
          '\\',
          '\ud800',
          'א',
          'ع',
          '۱',
          'क',
          '्',
          'र',
          '王',
          'が',
        ),
        maxLength: 300,
      }),
    );
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, address, notes) => {
        const { pages, title } = await reading({
          buyer: buyer(name, address.split('\n')),
          company: { ...company, legalName: name, notes: { en: notes } },
        });
        expect(title).toMatch(/^Invoice INV-000017 ·/);
        for (const { right } of pages) expect(right).toBeLessThanOrEqual(612 - 54 + 0.01);
      }),
      { numRuns: 25 },
    );
  });

  it('is made of one document after the other where many are asked for at once', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => `INV-0000${index + 10}`);
    const files = await Promise.all(numbers.map((number) => pdf.render(invoice({ number }))));
    const titles = await Promise.all(files.map(async (file) => (await read(file)).lines[0]));
    expect(titles).toEqual(numbers.map((number) => `Invoice ${number}`));
  });

  it('is refused where it would take too long, and the next one is made', async () => {
    const error = jest.spyOn(Logger.prototype, 'error').mockImplementation();
    const endless = invoice({ company: { ...company, notes: { en: '\n'.repeat(10_000_000) + 'x' } } });
    await expect(pdf.render(endless)).rejects.toMatchObject({
      status: 503,
      message: 'Documents are being made. Please try again in a moment.',
    });
    expect(error).toHaveBeenCalledTimes(1);
    expect((await reading()).lines[0]).toBe('Invoice INV-000017');
  });
});
