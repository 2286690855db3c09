import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

export type SearchedResource = 'customers' | 'payments';

/**
 * An entry of the search index: a term of a record. Its id holds everything, and the order of ids is the index: a
 * letter for the resource, the term, a space, the source unless that is the record itself, and the record's id. Written
 * with the driver, in the record's transactions.
 */
@Schema({ collection: 'searchentries', versionKey: false, _id: false })
export class SearchEntry {
  @Prop({ type: String })
  _id!: string;
}

export const SearchEntrySchema = SchemaFactory.createForClass(SearchEntry);

const letters: Record<SearchedResource, string> = { customers: 'c', payments: 'p' };

export const entryId = (resource: SearchedResource, term: string, recordId: string, source = ''): string =>
  `${letters[resource]}${term} ${source}${recordId}`;

/** Returns the record's id of an entry. */
export const recordIdOf = (id: string): string => id.slice(-24);

// Sorts after every character of a term: terms have no unassigned characters.
const last = '\u{10ffff}';

/** The range of entries whose term begins with a prefix. */
export const startRange = (resource: SearchedResource, start: string) => ({
  $gte: letters[resource] + start,
  $lt: letters[resource] + start + last,
});

/** The range of entries with exactly this term. */
export const wholeRange = (resource: SearchedResource, term: string) => ({
  $gte: `${letters[resource]}${term} `,
  $lt: `${letters[resource]}${term} ${last}`,
});
