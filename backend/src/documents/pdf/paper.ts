import { escapeUTF8 } from 'entities';
import PDFDocument from 'pdfkit';
import type { Face } from './fonts.js';
import { brokenLines, linesOf, partedThai, printable, type Run, runsOf } from './text.js';

/** Sizes and places are in points, 72 to the inch, from the upper left corner. */
export interface Style {
  font: 'regular' | 'strong';
  size: number;
  color: string;
}

/** An element of the structure by which a screen reader reads. */
export interface Tag {
  type: string;
  element: PDFKit.PDFStructureElement;
}

interface TagOptions {
  /** RFC 5646, where it is not the paper's. */
  lang?: string;
  /** Of the header cell of a table. */
  scope?: 'Row' | 'Column';
  /** The text that is drawn by other characters. */
  actual?: string;
}

/** A text and its column. */
export interface Cell {
  tag: Tag;
  text: string;
  style: Style;
  x: number;
  width: number;
  align?: 'right';
}

interface PaperOptions {
  /** The fonts of its texts; the first decides the height of lines. */
  faces: readonly Face[];
  size: 'letter' | 'a4';
  /** RFC 5646. */
  language: string;
  /** Shown in the window of a reader. */
  title: string;
  author: string;
  created: Date;
  /** Stands across each page. */
  across: string | undefined;
  /** Stands at the head of each page but the first. */
  headOf: (page: number, count: number) => string;
}

const margin = 54;
/** Below the line at the head of a further page. */
const furtherTop = margin + 28;
const headStyle: Style = { font: 'regular', size: 8.5, color: '#5b6470' };
const acrossStyle: Style = { font: 'strong', size: 150, color: '#eceef1' };

/** pdfkit writes a text of the information into the XML of the metadata as it is, by toString(). */
class InformationText extends String {
  override toString(): string {
    return escapeUTF8(this.valueOf());
  }
}

/**
 * A PDF that is written from its top to its bottom, on as many pages as it needs, each text with its tag. The same calls
 * give the same bytes.
 */
export class Paper {
  /** Letters that the fonts lack, as code points: "U+1F600". */
  readonly missing = new Set<string>();
  readonly root: Tag;
  readonly left = margin;
  readonly right: number;
  private readonly bottom: number;
  private readonly pdf: PDFKit.PDFDocument;
  private readonly letters: readonly ReadonlySet<number>[];
  private page = -1;
  private y = 0;

  constructor(private readonly options: PaperOptions) {
    const { size, language, title, author, created, faces } = options;
    this.letters = faces.map(({ characters }) => characters);
    const information = (text: string) => new InformationText(this.printable(text));
    const documentOptions = {
      size,
      margin: 0,
      font: '',
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      lang: language,
      displayTitle: true,
      autoFirstPage: false,
      bufferPages: true,
      info: { Title: information(title), Author: information(author), CreationDate: created },
    };
    // The types of pdfkit lack subset PDF/UA and fonts that are read already.
    this.pdf = new PDFDocument(documentOptions as object);
    // At the number 1 pdfkit lists the characters of each font, without the parts of accented ones, which veraPDF refuses.
    // PDF/UA needs no list.
    Object.assign(this.pdf, { subset: '1' });
    faces.forEach((face, index) => {
      for (const name of ['regular', 'strong'] as const)
        this.pdf.registerFont(`${name}${index}`, face[name] as unknown as Uint8Array);
    });
    const element = this.pdf.struct('Document');
    this.pdf.addStructure(element);
    this.root = { type: 'Document', element };
    this.turnPage();
    this.right = this.pdf.page.width - margin;
    this.bottom = this.pdf.page.height - margin;
  }

  /** Adds an element to the structure, after those that its parent has. */
  tag(type: string, parent: Tag = this.root, options: TagOptions = {}): Tag {
    const element = this.pdf.struct(type, options);
    parent.element.add(element);
    return { type, element };
  }

  /** Writes cells beside each other, and goes on below the longest. */
  row(...cells: Cell[]): void {
    this.beside(...cells.map((cell) => () => this.write(cell)));
  }

  /** Writes parts from the same height on, each over as many pages as it needs, and goes on below the longest. */
  beside(...parts: (() => void)[]): void {
    const [page, y] = [this.page, this.y];
    let end: [number, number] = [page, y];
    for (const part of parts) {
      this.goTo(page, y);
      part();
      if (this.page > end[0] || (this.page === end[0] && this.y > end[1])) end = [this.page, this.y];
    }
    this.goTo(...end);
  }

  /** Leaves space, unless a page has just begun. */
  space(height: number): void {
    if (this.y > this.top) this.y += height;
  }

  /** Begins a page where less than this height is left. */
  keep(height: number): void {
    if (this.y + height > this.bottom) this.turnPage();
  }

  /** Draws a line from x to the right margin. */
  rule(x: number, color: string): void {
    this.aside(() =>
      this.pdf.lineWidth(0.75).strokeColor(color).moveTo(x, this.y).lineTo(this.right, this.y).stroke(),
    );
  }

  /** Writes texts at the foot of the page where they fit below what is written, else after it. */
  foot(cells: Cell[]): void {
    const height = cells.reduce(
      (sum, { text, style, width }) => sum + this.lines(text, style, width).length * this.lineHeight(style),
      0,
    );
    this.y = Math.max(this.y, this.bottom - height);
    for (const cell of cells) this.write(cell);
  }

  /** Ends the paper, and returns the file. */
  async end(): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    const ended = new Promise((resolve) => this.pdf.on('end', resolve));
    this.pdf.on('data', (piece: Uint8Array) => pieces.push(piece));
    const { count } = this.pdf.bufferedPageRange();
    for (let page = 1; page < count; page += 1) this.writeHead(page, count);
    this.pdf.end();
    await ended;
    return new Uint8Array(Buffer.concat(pieces));
  }

  private get top(): number {
    return this.page > 0 ? furtherTop : margin;
  }

  private write({ tag, text, style, x, width, align }: Cell): void {
    const height = this.lineHeight(style);
    for (const line of this.lines(text, style, width)) {
      this.keep(height);
      const seen = line.trimEnd();
      const left = align === 'right' ? x + width - this.widthOf(seen, style) : x;
      if (seen) this.writeLine(tag, align || line === seen ? seen : `${seen} `, left, style);
      this.y += height;
    }
  }

  /** Writes a line at this height. Where its characters are drawn by others, its tag has a part that says them. */
  private writeLine(tag: Tag, text: string, x: number, style: Style): void {
    const [first, ...others] = this.runs(text);
    const isDrawnAsIs = !others.length && first?.font === 0 && first.text === text;
    const { type, element } = isDrawnAsIs ? tag : this.tag('Span', tag, { actual: text });
    element.add(this.pdf.markStructureContent(type));
    this.draw(text, x, this.y, style);
    this.pdf.endMarkedContent();
  }

  private draw(text: string, x: number, y: number, style: Style): void {
    const { ascent, unitsPerEm } = this.options.faces[0]![style.font];
    const baseline = y + (ascent / unitsPerEm) * style.size;
    let left = x;
    for (const run of this.runs(text)) {
      const font = this.inFont(style, run.font);
      font
        .fillColor(style.color)
        .text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
      left += font.widthOfString(run.text);
    }
  }

  private runs(text: string): Run[] {
    return runsOf(text, this.letters).map((run) => (run.font ? run : { ...run, text: partedThai(run.text) }));
  }

  /** Returns a text as lines that end with a space where a screen reader needs one: all but those broken in a word. */
  private lines(text: string, style: Style, width: number): string[] {
    const widthOf = (part: string): number => this.widthOf(part, style);
    return linesOf(text).flatMap((line) => brokenLines(`${this.printable(line)} `, width, widthOf));
  }

  private widthOf(text: string, style: Style): number {
    return this.runs(text).reduce(
      (sum, run) => sum + this.inFont(style, run.font).widthOfString(run.text),
      0,
    );
  }

  private lineHeight(style: Style): number {
    return this.inFont(style, 0).currentLineHeight();
  }

  private inFont({ font, size }: Style, index: number): PDFKit.PDFDocument {
    return this.pdf.font(`${font}${index}`, size);
  }

  private printable(line: string): string {
    return printable(line, this.letters, this.missing);
  }

  private turnPage(): void {
    this.goTo(this.page + 1, margin);
    this.y = this.top;
  }

  private goTo(page: number, y: number): void {
    if (page === this.pdf.bufferedPageRange().count) {
      this.pdf.addPage();
      this.writeAcross();
    } else this.pdf.switchToPage(page);
    [this.page, this.y] = [page, y];
  }

  /** Draws what is no part of the content, such as lines. */
  private aside(draw: () => void, type: 'Pagination' | 'Layout' = 'Layout'): void {
    this.pdf.markContent('Artifact', { type });
    draw();
    this.pdf.endMarkedContent();
  }

  private writeHead(page: number, count: number): void {
    this.goTo(page, margin);
    const [head = ''] = this.lines(this.options.headOf(page + 1, count), headStyle, this.right - this.left);
    this.aside(() => this.draw(head, this.left, margin, headStyle), 'Pagination');
    this.y = margin + 17;
    this.rule(this.left, acrossStyle.color);
  }

  private writeAcross(): void {
    const { across } = this.options;
    if (!across) return;
    const { width, height } = this.pdf.page;
    const [x, y] = [width / 2, height / 2];
    this.aside(() => {
      this.pdf.rotate(-50, { origin: [x, y] });
      const [textWidth, textHeight] = [this.widthOf(across, acrossStyle), this.lineHeight(acrossStyle)];
      this.draw(across, x - textWidth / 2, y - textHeight / 2, acrossStyle);
      this.pdf.rotate(50, { origin: [x, y] });
    });
  }
}
