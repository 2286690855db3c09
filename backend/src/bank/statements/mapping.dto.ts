import type { Answers } from '#bank-files';
import {
  csvDelimiters,
  type CsvMapping,
  dateOrders,
  mappedTextColumns,
  type StatementEncoding,
  statementEncodings,
  statementLimits,
} from '#bank-files/contract';
import { ApiPropertyOptional } from '@nestjs/swagger';
import type { MappingInput } from '#domain/bank/reconciliation';
import { givenVersion, type Rule } from '#domain/platform/rules';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

/** The years that a date may be of (CsvMapping). */
const years = { first: 1990, last: 2049 };

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isColumn = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < statementLimits.columns;
const isOptionalColumn = (value: unknown): boolean =>
  value === undefined || value === null || isColumn(value);
const columnFields = ['amount', 'in', 'out', 'direction', 'currency', 'payer', 'bankId', 'status'] as const;

const orderRule: Rule = (value) =>
  value === undefined || dateOrders.some((order) => order === value)
    ? undefined
    : `Date order must be one of ${dateOrders.join(', ')}`;

const decimalRule: Rule = (value) =>
  value === undefined || value === '.' || value === ',' ? undefined : 'Decimal must be a point or a comma';

/** True for the mapping of a QIF file, whose directions are those of a card's amounts. */
export const isWithoutColumns = (mapping: object): boolean =>
  Object.keys(mapping).every((field) => ['dateOrder', 'decimal', 'directions'].includes(field));

const mappingRule: Rule = (value) => {
  if (value === undefined) return undefined;
  if (!isPlain(value)) return 'Mapping must name the columns';
  const { delimiter, headerRow, date, dateOrder, decimal, text } = value;
  const marks = orderRule(dateOrder, {}) ?? decimalRule(decimal, {}) ?? directionsRule(value.directions, {});
  if (marks || isWithoutColumns(value)) return marks;
  if (!csvDelimiters.some((mark) => mark === delimiter)) return 'Delimiter must be a comma, semicolon or tab';
  if (
    headerRow !== undefined &&
    headerRow !== null &&
    !(Number.isInteger(headerRow) && Number(headerRow) > 0)
  )
    return 'Header row must be a line of the file, from 1';
  if (!isColumn(date)) return 'Choose the column of the date';
  if (!columnFields.every((field) => isOptionalColumn(value[field]))) return 'Columns count from 0';
  if (!Array.isArray(text) || text.length > mappedTextColumns || !text.every(isColumn))
    return 'Text must be a list of columns';
  if (value.reversed !== undefined && value.reversed !== true)
    return 'Reversed must be true where it is sent';
  const { year } = value;
  if (
    year !== undefined &&
    !(Number.isInteger(year) && Number(year) >= years.first && Number(year) <= years.last)
  )
    return `Year must be a whole number from ${years.first} to ${years.last}`;
  if (value.contradictions !== undefined && !['sign', 'word'].some((one) => one === value.contradictions))
    return 'Contradictions must be sign or word';
  const words = statusesRule(value.statuses, {});
  if (words) return words;
  const has = (field: string) => value[field] !== undefined && value[field] !== null;
  if (!has('amount') && !has('in') && !has('out')) return 'Choose the column of the amount';
  return has('amount') && (has('in') || has('out'))
    ? 'Choose one column of amounts, or one for money in and one for money out'
    : undefined;
};

const parts = [
  'delimiter',
  'headerRow',
  'date',
  'dateOrder',
  'year',
  'decimal',
  'reversed',
  'directions',
  'text',
  'contradictions',
  'statuses',
  ...columnFields,
];

/** Answers are parts of a mapping: each is checked within one that is otherwise complete. */
const answersRule: Rule = (value) => {
  if (value === undefined) return undefined;
  if (!isPlain(value) || !Object.keys(value).every((part) => parts.includes(part)))
    return 'Answers must name parts of the mapping';
  const said = Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null));
  const amount = 'in' in said || 'out' in said ? {} : { amount: 0 };
  return mappingRule({ delimiter: ',', date: 0, text: [], ...amount, ...said }, {});
};

/** Maximum number of words of a mapping, of directions and of statuses each. */
const maximumWords = 100;

const wordsRule =
  (message: string, meanings: readonly string[]): Rule =>
  (value) =>
    value === undefined ||
    (isPlain(value) &&
      Object.keys(value).length <= maximumWords &&
      Object.entries(value).every(
        ([word, meaning]) =>
          word.length <= 60 && word !== '__proto__' && meanings.some((one) => one === meaning),
      ))
      ? undefined
      : message;

const directionsRule = wordsRule('Directions must name words as in or out', ['in', 'out']);
const statusesRule = wordsRule('Statuses must name words as booked or pending', ['booked', 'pending']);

/** Longest number or name of an account of a file, in characters. */
const maximumAccount = 200;

const accountRule: Rule = (value) =>
  value === undefined ||
  value === true ||
  (typeof value === 'string' && value && value.length <= maximumAccount)
    ? undefined
    : 'Account must be true, or one of the file’s accounts, where it is sent';

const encodingRule: Rule = (value) =>
  value === undefined || statementEncodings.some((encoding) => encoding === value)
    ? undefined
    : `Encoding must be one of ${statementEncodings.join(', ')}`;

const yesRule =
  (name: string): Rule =>
  (value) =>
    value === undefined || value === true ? undefined : `${name} must be true where it is sent`;

const rowsRule: Rule = (value) =>
  value === undefined ||
  (Array.isArray(value) &&
    value.length <= 2 * statementLimits.rows &&
    value.every((row) => Number.isSafeInteger(row) && row > 0))
    ? undefined
    : 'Rows must be a list of row numbers';

/** Copies the known fields of a mapping. */
export function plainMapping(mapping: CsvMapping | undefined): CsvMapping | undefined {
  if (!mapping || isWithoutColumns(mapping)) return mapping;
  const {
    delimiter,
    date,
    text,
    headerRow,
    dateOrder,
    year,
    decimal,
    reversed,
    directions,
    statuses,
    contradictions,
  } = mapping;
  const columns = columnFields.flatMap((field) =>
    mapping[field] === undefined || mapping[field] === null ? [] : [[field, mapping[field]]],
  );
  return {
    delimiter,
    date,
    text: [...new Set(text)],
    ...(headerRow && { headerRow }),
    ...(dateOrder && { dateOrder }),
    ...(year && { year }),
    ...(decimal && { decimal }),
    ...(Object.fromEntries(columns) as Partial<CsvMapping>),
    ...(reversed && { reversed }),
    ...(directions && Object.keys(directions).length > 0 && { directions }),
    ...(contradictions && { contradictions }),
    ...(statuses && Object.keys(statuses).length > 0 && { statuses }),
  };
}

export class MappingDto implements MappingInput {
  /**
   * {delimiter, headerRow?, date, dateOrder, year?, decimal, amount? | in? and out?, reversed?, direction?, directions?,
   * contradictions?, currency?, payer?, text, bankId?, status?, statuses?}
   */
  @ApiPropertyOptional({ type: Object })
  @ValidateWith(mappingRule, { trim: false })
  mapping?: CsvMapping;

  /** Single parts of the mapping, null for a column that the file has not; those before them stay as they were said. */
  @ApiPropertyOptional({ type: Object })
  @ValidateWith(answersRule, { trim: false })
  answers?: Answers;

  /** Numbers of rows to leave out. */
  @ApiPropertyOptional({ type: [Number] })
  @ValidateWith(rowsRule, { trim: false })
  excluded?: number[];

  /** Numbers of suspected rows to import nevertheless. */
  @ApiPropertyOptional({ type: [Number] })
  @ValidateWith(rowsRule, { trim: false })
  included?: number[];

  /** Says that the reading by this mapping, or by the one that stands, is right. */
  @ValidateWith(yesRule('Confirmed')) confirmed?: true;

  /** Says that the file belongs to the account although its own number differs; or names the file's account that does. */
  @ApiPropertyOptional({
    oneOf: [
      { type: 'boolean', enum: [true] },
      { type: 'string', maxLength: 200 },
    ],
  })
  @ValidateWith(accountRule)
  account?: true | string;

  /** Says the encoding of a text that is no Unicode. */
  @ApiPropertyOptional({ enum: statementEncodings })
  @ValidateWith(encodingRule)
  encoding?: StatementEncoding;

  /** The version of the draft as it was seen; 0 of one of which nothing was said. */
  @ValidateWith(givenVersion) version?: number;
}

/** The body of POST /statements/{id}/import. */
export class ImportDto {
  /** The version of the draft as it was seen; 0 of one of which nothing was said. */
  @ValidateWith(givenVersion) version?: number;
}
