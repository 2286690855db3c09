import { Prop, Schema, SchemaFactory } from '@nestjs/mongoose';

export type SearchedResource = 'customers' | 'payments';

/**
 * An entry of the search index: a term of a record. Everything stands in its id, whose order is the index: a letter
 * for the resource, the term, a space, and the record's id. Written by the driver, in the record's transactions.
 */
@Schema({ collection: 'searchentries', versionKey: false, _id: false })
export class SearchEntry {
  @Prop({ type: String })
  _id!: string;
}

export const SearchEntrySchema = SchemaFactory.createForClass(SearchEntry);

const letters: Record<SearchedResource, string> = { customers: 'c', payments: 'p' };

/** The id of an entry. */
export const entryId = (resource: SearchedResource, term: string, recordId: string): string =>
  `${letters[resource]}${term} ${recordId}`;

/** The record of an entry. */
export const recordIdOf = (id: string): string => id.slice(-24);

// After every character: terms have no unassigned ones.
const last = '\u{10ffff}';

/** The range of entries whose term begins so. */
export const startRange = (resource: SearchedResource, start: string) => ({
  $gte: letters[resource] + start,
  $lt: letters[resource] + start + last,
});

/** The range of entries whose term is this. */
export const wholeRange = (resource: SearchedResource, term: string) => ({
  $gte: `${letters[resource]}${term} `,
  $lt: `${letters[resource]}${term} ${last}`,
});
