import type { ChangedBy } from '../data/recordCache.js';
import { allResources } from './resources.js';

/** The queries that each write can change, from the definitions of all resources. */
export const changedBy: ChangedBy = Object.fromEntries(
  allResources.flatMap(({ name, writes = { [name]: [] } }) =>
    Object.entries(writes).map(([resource, others]) => [resource, [resource, 'audit', ...others]]),
  ),
);
