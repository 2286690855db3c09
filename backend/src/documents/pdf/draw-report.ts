import type { DrawnDocument } from './draw-document.js';
import { facesOf } from './fonts.js';
import { Paper, type Style } from './paper.js';

/** A part of a report: a heading, facts below each other, and a text. */
export interface ReportSection {
  title: string;
  facts?: [label: string, value: string][];
  text?: string;
  /** The language of the text where it is not the report's (RFC 5646). */
  language?: string;
}

/** A paper of the office in English, made of sections. */
export interface ReportContent {
  /** The name, at its head and in the log. */
  report: string;
  author: string;
  /** YYYY-MM-DD. */
  day: string;
  size: 'letter' | 'a4';
  sections: ReportSection[];
}

const [ink, grey, line] = ['#1c2733', '#5b6470', '#d5dae0'];
const title: Style = { font: 'strong', size: 18, color: ink };
const heading: Style = { font: 'strong', size: 11.5, color: ink };
const text: Style = { font: 'regular', size: 9.5, color: ink };
const label: Style = { ...text, color: grey };
const labelWidth = 130;

/** Draws the PDF of a report. */
export async function drawReport(content: ReportContent): Promise<DrawnDocument> {
  const { report, author, day, size, sections } = content;
  const paper = new Paper({
    faces: await facesOf(JSON.stringify(content)),
    size,
    language: 'en',
    title: report,
    author,
    across: undefined,
    created: new Date(`${day}T00:00:00Z`),
    headOf: (page, count) => `${report} · Page ${page} of ${count}`,
  });
  const [x, width] = [paper.left, paper.right - paper.left];
  paper.row({ tag: paper.tag('H1'), text: report, style: title, x, width });
  for (const section of sections) {
    paper.space(18);
    paper.keep(60);
    paper.row({ tag: paper.tag('H2'), text: section.title, style: heading, x, width });
    paper.space(3);
    paper.rule(x, line);
    paper.space(5);
    for (const [name, value] of section.facts ?? []) {
      const tag = paper.tag('P');
      paper.row(
        { tag, text: name, style: label, x, width: labelWidth - 8 },
        { tag, text: value, style: text, x: x + labelWidth, width: width - labelWidth },
      );
      paper.space(2);
    }
    if (section.text === undefined) continue;
    if (section.facts) paper.space(6);
    const tag = paper.tag('P', paper.root, section.language ? { lang: section.language } : {});
    paper.row({ tag, text: section.text, style: text, x, width });
  }
  return { bytes: await paper.end(), missing: [...paper.missing] };
}
