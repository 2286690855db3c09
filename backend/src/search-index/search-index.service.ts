import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type mongoose from 'mongoose';
import { type Model, Types } from 'mongoose';
import { collectionOf } from '../database/collection-of.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { countUpTo } from '../database/count-up-to.js';
import { queryTimeoutOptions } from '../database/query-timeout.js';
import {
  entryId,
  recordIdOf,
  type SearchedResource,
  SearchEntry,
  startRange,
  wholeRange,
} from './search-entry.schema.js';
import type { SearchWord } from './search-terms.js';

type Id = Types.ObjectId;

/** Largest number of matches of a further word that are intersected in memory with those of the rarest word. */
const intersected = 5000;
/** Number at which the count of a word's matches ends, such as of "gmail": rarer words are compared exactly. */
export const countedMost = 20_000;

/**
 * Returns the number of records that a quick search examines to show the newest few: more for several words, as each
 * record must match all of them.
 */
export const quickSearchLimit = (words: readonly SearchWord[]): number => (words.length > 1 ? 500 : 50);

/** Updates the terms of records in their own transactions, and finds records by the beginnings of words. */
@Injectable()
export class SearchIndex {
  constructor(@InjectModel(SearchEntry.name) private readonly model: Model<SearchEntry>) {}

  private get entries(): mongoose.mongo.Collection<SearchEntry> {
    return collectionOf<SearchEntry>(this.model);
  }

  /**
   * Replaces the terms of a record in its transaction; `before` is [] for a new one, `after` for a deleted one. A feature
   * by whose records another one's is found, as a customer by their notes, names each as the `source`, by a letter of its
   * own and the record's id: then none removes the terms of another.
   */
  async change(
    resource: SearchedResource,
    id: Id,
    { before, after, source }: { before: string[]; after: string[]; source?: string },
    unit: UnitOfWork,
  ): Promise<void> {
    const idOf = (term: string) => entryId(resource, term, id.toHexString(), source);
    const gone = before.filter((term) => !after.includes(term)).map(idOf);
    const added = after.filter((term) => !before.includes(term)).map((term) => ({ _id: idOf(term) }));
    if (gone.length) await this.entries.deleteMany({ _id: { $in: gone } }, { session: unit.session });
    if (added.length && !before.length) unit.deferInsert(this.model.collection, added);
    // The index may already have some of these entries, as imported records can differ from their earlier state.
    else if (added.length)
      await this.entries.bulkWrite(
        added.map(({ _id }) => ({
          updateOne: { filter: { _id }, update: { $setOnInsert: { _id } }, upsert: true },
        })),
        { session: unit.session },
      );
  }

  /**
   * Returns the number of entries of a word, an upper bound of its records; amounts are not counted. The entries of each
   * meaning are counted up to `countedMost`.
   */
  async count(resource: SearchedResource, word: SearchWord): Promise<number> {
    const counts = await Promise.all(
      this.ranges(resource, word).map((_id) => countUpTo(this.model.collection, { _id }, countedMost)),
    );
    return counts.reduce((total, count) => total + count, 0);
  }

  /**
   * Returns at most `limit` ids of records that may match all words: those of the rarest word, reduced by the other
   * words that are rare enough; `uncompared` are those that are not. `count` is the number of matches of the rarest word.
   * `elsewhere` counts and finds matches of a word outside of the index.
   */
  async candidates(
    resource: SearchedResource,
    words: readonly SearchWord[],
    limit: number,
    elsewhere?: {
      count: (word: SearchWord) => Promise<number>;
      find: (word: SearchWord, atMost: number) => Promise<Id[]>;
    },
  ): Promise<{ ids: Id[]; count: number; uncompared: SearchWord[] }> {
    const counted = await Promise.all(
      words.map(async (word) => ({
        word,
        count: (await this.count(resource, word)) + ((await elsewhere?.count(word)) ?? 0),
      })),
    );
    const [rarest, ...further] = counted.sort((one, other) => one.count - other.count);
    if (!rarest?.count) return { ids: [], count: 0, uncompared: [] };
    const find = async (word: SearchWord, atMost: number) => [
      ...(await this.find(resource, word, atMost)),
      ...((await elsewhere?.find(word, atMost)) ?? []),
    ];
    const compared = further.filter(({ word, count }) => count <= intersected && word.amount === undefined);
    // Intersected words are read in full: a common match may stand at the end of each list.
    const [ids, ...others] = await Promise.all([
      find(rarest.word, compared.length ? Math.max(limit, intersected) : limit),
      ...compared.map(({ word }) => find(word, intersected)),
    ]);
    const sets = others.map((those) => new Set(those.map((id) => id.toHexString())));
    const inAll = ids.filter((id) => sets.every((those) => those.has(id.toHexString())));
    const uncompared = further.filter((one) => !compared.includes(one)).map(({ word }) => word);
    return { ids: inAll.slice(0, limit), count: rarest.count, uncompared };
  }

  /** Returns the ids of records that match a word, at most `limit`. */
  async find(resource: SearchedResource, word: SearchWord, limit: number): Promise<Id[]> {
    const found = new Set<string>();
    for (const _id of this.ranges(resource, word)) {
      if (found.size >= limit) break;
      const entries = await this.entries
        .find({ _id }, { ...queryTimeoutOptions(), limit, projection: { _id: 1 } })
        // Newest records first, within a term.
        .sort({ _id: -1 })
        .toArray();
      for (const entry of entries) found.add(recordIdOf(entry._id));
    }
    return [...found].slice(0, limit).map((id) => new Types.ObjectId(id));
  }

  private ranges(resource: SearchedResource, { starts, whole }: SearchWord) {
    return [
      ...starts.map((start) => startRange(resource, start)),
      ...whole.map((term) => wholeRange(resource, term)),
    ];
  }
}
