import { places } from '#domain/places/places';
import type { IssuedDocument } from '#domain/documents/documents';
import type { MoneyLine } from '#domain/documents/money-lines';
import { roundToCents } from '#domain/platform/money';
import { untaxedLabel } from '#domain/places/taxes';
import { type Face, facesOf } from './fonts.js';
import { type Cell, Paper, type Style, type Tag } from './paper.js';
import { type Words, words } from './words.js';

/** A document's snapshot without the ids of records, which its PDF does not need. */
export type DocumentContent = Omit<IssuedDocument, '_id' | 'paymentId' | 'customerId' | 'credits'> & {
  credits?: Omit<NonNullable<IssuedDocument['credits']>, '_id'>;
};

export interface DrawnDocument {
  bytes: Uint8Array<ArrayBuffer>;
  /** Letters that the fonts lack, as code points: "U+1F600". */
  missing: string[];
}

const [ink, grey, line] = ['#1c2733', '#5b6470', '#d5dae0'];
const title: Style = { font: 'strong', size: 20, color: ink };
const heading: Style = { font: 'strong', size: 11, color: ink };
const text: Style = { font: 'regular', size: 10, color: ink };
const strong: Style = { ...text, font: 'strong' };
const factLabel: Style = { ...text, color: grey };
const label: Style = { ...text, size: 9, color: grey };
const small: Style = { ...text, size: 8.5, color: grey };
const warning: Style = { ...strong, color: '#9a5b00' };

/** Space between columns, and below a row of a table. */
const [gutter, rowGap] = [18, 5];
const companyWidth = 190;
const factWidth = 125;
const amountWidth = 130;
const dayWidth = 130;

/** Draws the PDF of a document: of the same snapshot the same bytes. */
export async function drawDocument(document: DocumentContent): Promise<DrawnDocument> {
  const drawing = new Drawing(document, await facesOf(JSON.stringify(document)));
  drawing.draw();
  return { bytes: await drawing.paper.end(), missing: [...drawing.paper.missing] };
}

class Drawing {
  readonly paper: Paper;
  private readonly words: Words;
  private readonly name: string;
  private readonly width: number;

  constructor(
    private readonly document: DocumentContent,
    faces: readonly Face[],
  ) {
    const { company, kind, number, language, day, sample } = document;
    this.words = words[language];
    this.name = `${this.words.kinds[kind]} ${number}`;
    this.paper = new Paper({
      faces,
      size: places[company.country].paper,
      language: this.words.language,
      title: `${this.name} · ${company.legalName}`,
      author: company.legalName,
      created: new Date(`${day}T00:00:00Z`),
      across: sample && this.words.labels.sample,
      headOf: (page, count) => `${this.name} · ${this.words.page(page, count)} · ${company.legalName}`,
    });
    this.width = this.paper.right - this.paper.left;
  }

  draw(): void {
    const { paper, document, words } = this;
    const { payments, returned, shortfall, currency } = document;
    paper.beside(
      () => this.drawFacts(),
      () => this.drawCompany(),
    );
    paper.space(32);
    this.drawAmounts();
    if (payments.length) this.drawMoney(words.labels.paid, payments);
    if (shortfall) {
      paper.space(rowGap);
      this.drawPair(paper.tag('P'), words.labels.shortfall, words.money(shortfall, currency));
    }
    if (returned.length) this.drawMoney(words.labels.returned, returned);
    this.drawNotes();
  }

  private drawFacts(): void {
    const { paper, words, document } = this;
    const { labels } = words;
    const { kind, day, bookedOn, referenceNumber, credits, reason, buyer, sample } = document;
    const [x, width] = [paper.left, this.width - companyWidth - gutter];
    paper.row({ tag: paper.tag('H1'), text: this.name, style: title, x, width });
    if (sample) paper.row({ tag: paper.tag('P'), text: labels.sample, style: warning, x, width });
    paper.space(12);

    const facts: [string, string | undefined][] = [
      [labels.issuedOn, words.day(day)],
      [
        kind === 'invoice' ? labels.saleBooked : labels.returnBooked,
        bookedOn === day ? undefined : words.day(bookedOn),
      ],
      [labels.reference, referenceNumber],
      [labels.credits, credits && words.numberOfDay(credits.number, words.day(credits.day))],
      [labels.reason, reason && words.reasons[reason]],
    ];
    for (const [name, fact] of facts)
      if (fact) {
        const tag = paper.tag('P');
        paper.row(
          { tag, text: name, style: factLabel, x, width: factWidth },
          { tag, text: fact, style: text, x: x + factWidth, width: width - factWidth },
        );
      }

    paper.space(18);
    paper.keep(40);
    paper.row({ tag: paper.tag('H2'), text: labels.buyer, style: label, x, width });
    const lines = [...buyer.address, buyer.email].filter(Boolean);
    paper.row({ tag: paper.tag('P'), text: buyer.name, style: strong, x, width });
    if (lines.length) paper.row({ tag: paper.tag('P'), text: lines.join('\n'), style: text, x, width });
  }

  private drawCompany(): void {
    const { paper } = this;
    const { legalName, address, phone, email, website, registrations = [] } = this.document.company;
    const [x, width] = [paper.right - companyWidth, companyWidth];
    paper.space(6);
    paper.row({ tag: paper.tag('P'), text: legalName, style: heading, x, width });
    paper.space(2);
    paper.row({ tag: paper.tag('P'), text: address, style: small, x, width });
    const contacts = [phone, email, website].filter((one) => one !== undefined);
    const numbers = registrations.map(({ label: name, number }) => `${name} ${number}`);
    for (const lines of [contacts, numbers])
      if (lines.length) {
        paper.space(4);
        paper.row({ tag: paper.tag('P'), text: lines.join('\n'), style: small, x, width });
      }
  }

  /** Draws the table of what was bought, its tax and its total. */
  private drawAmounts(): void {
    const { paper, words } = this;
    const { labels } = words;
    const { description, net, tax, total, currency, quoted } = this.document;
    const table = paper.tag('Table');
    paper.keep(70);
    const [head, body] = [paper.tag('THead', table), paper.tag('TBody', table)];
    this.drawHeader(head, [labels.description], labels.amount);
    this.drawRow(body, [description], words.money(tax ? net : total, currency), text);
    paper.space(rowGap);
    paper.rule(paper.left, line);
    paper.keep(90);
    const x = paper.left + this.width / 2 - 64;
    if (tax) {
      this.drawRow(body, [labels.net], words.money(net, currency), text, x);
      this.drawRow(body, [this.taxLine(tax)], words.money(tax.amount, currency), text, x);
      paper.space(rowGap);
      paper.rule(x, ink);
    }
    this.drawRow(body, [`${labels.total} (${currency})`], words.money(total, currency), heading, x);
    if (quoted) this.drawRow(body, [labels.agreed], words.money(quoted.amount, quoted.currency), text, x);
  }

  /** "HST 13% (123456789 RT0001)". */
  private taxLine({ label: name, rate, share, registration }: NonNullable<IssuedDocument['tax']>): string {
    const { words } = this;
    const { net, currency } = this.document;
    const known = words.taxes[name] ?? name;
    if (name === untaxedLabel) return known;
    const tax = `${known} ${words.rate(rate)}`;
    const ofPart = share < 1 ? words.taxOn(tax, words.money(roundToCents(net * share), currency)) : tax;
    return registration ? `${ofPart} (${registration.replaceAll(' ', '\u00a0')})` : ofPart;
  }

  /** Draws money that came or went back, with its days and ways. */
  private drawMoney(name: string, lines: MoneyLine[]): void {
    const { paper, words } = this;
    const { date, method, amount } = words.labels;
    paper.space(22);
    paper.keep(60);
    const [x, width] = [paper.left, this.width];
    paper.row({ tag: paper.tag('H2'), text: name, style: heading, x, width });
    paper.space(2);
    const table = paper.tag('Table');
    const [head, body] = [paper.tag('THead', table), paper.tag('TBody', table)];
    this.drawHeader(head, [date, method], amount);
    for (const money of lines) {
      const cells = [words.day(money.day), words.ways[money.way]];
      this.drawRow(body, cells, words.moved(money, this.document.currency), text);
    }
  }

  private drawHeader(head: Tag, names: string[], amount: string): void {
    const { paper } = this;
    const row = paper.tag('TR', head);
    const tag = () => paper.tag('TH', row, { scope: 'Column' });
    paper.row(...this.cells([...names, amount], label, paper.left, tag));
    paper.space(2);
    paper.rule(paper.left, line);
  }

  /** Draws a row whose first cell heads it: what comes before its amount begins at x. */
  private drawRow(body: Tag, names: string[], amount: string, style: Style, x = this.paper.left): void {
    const { paper } = this;
    paper.space(rowGap);
    paper.keep(20);
    const row = paper.tag('TR', body);
    const tag = (index: number) => (index ? paper.tag('TD', row) : paper.tag('TH', row, { scope: 'Row' }));
    paper.row(...this.cells([...names, amount], style, x, tag));
  }

  /** Returns the cells of a row, the last of them at the right margin. */
  private cells(texts: string[], style: Style, from: number, tag: (index: number) => Tag): Cell[] {
    const end = this.paper.right - amountWidth;
    return texts.map((cell, index): Cell => {
      const common = { tag: tag(index), text: cell, style };
      if (index === texts.length - 1) return { ...common, x: end, width: amountWidth, align: 'right' };
      const x = from + index * dayWidth;
      const width = index === texts.length - 2 ? end - x - gutter : dayWidth - gutter;
      return { ...common, x, width };
    });
  }

  private drawPair(tag: Tag, name: string, amount: string): void {
    const { paper } = this;
    const [x, width] = [paper.left, this.width - amountWidth];
    paper.row(
      { tag, text: name, style: text, x, width },
      { tag, text: amount, style: text, x: paper.right - amountWidth, width: amountWidth, align: 'right' },
    );
  }

  /** Draws the operator's texts, in English where there are none in the document's language. */
  private drawNotes(): void {
    const { paper, document } = this;
    const { notes = {} } = document.company;
    const own = notes[document.language];
    const note = own ?? notes.en;
    if (!note) return;
    paper.space(24);
    const tag = paper.tag('P', paper.root, own ? {} : { lang: words.en.language });
    paper.foot([{ tag, text: note, style: small, x: paper.left, width: this.width }]);
  }
}
