import { Injectable } from '@nestjs/common';
import type { Change } from '../changes/change.js';
import { InChange } from '../changes/subscribers.js';
import type { UnitOfWork } from '../database/transactions/unit-of-work.js';
import { SearchIndex } from '../search-index/search-index.service.js';
import { customerTerms, type SearchedCustomer } from '../search-index/search-terms.js';

const searchedFields = ['fullName', 'email', 'phone'] as const;

/** Returns whether two states of a customer are found by the same words. */
export const isSearchedAlike = (one: SearchedCustomer, other: SearchedCustomer): boolean =>
  searchedFields.every((field) => one[field] === other[field]);

/** Keeps the search terms of customers. */
@Injectable()
export class CustomerTerms {
  constructor(private readonly searchIndex: SearchIndex) {}

  @InChange('customers', 'search')
  async update(changes: readonly Change<'customers'>[], unit: UnitOfWork): Promise<void> {
    for (const { before, after } of changes) {
      if (before && after && isSearchedAlike(before, after)) continue;
      const id = (after ?? before)?._id;
      const terms = { before: before ? customerTerms(before) : [], after: after ? customerTerms(after) : [] };
      if (id) await this.searchIndex.change('customers', id, terms, unit);
    }
  }
}
