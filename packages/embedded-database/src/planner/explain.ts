import type { Doc } from '../values/bson.js';
import type { Plan, Scan } from './planner.js';

/** The plan as explain shows it. https://www.mongodb.com/docs/manual/reference/explain-results/ */
export function describePlan(
  { scans, sorted, isCollectionScan }: Plan,
  filter: Doc,
  sort: Doc | undefined,
): Doc {
  const inputs = scans.map(describeScan);
  const found: Doc = isCollectionScan
    ? { stage: 'COLLSCAN', filter, direction: inputs[0]!.direction }
    : {
        stage: 'FETCH',
        filter,
        inputStage: inputs.length === 1 ? inputs[0] : { stage: 'OR', inputStages: inputs },
      };
  return sort && Object.keys(sort).length > 0 && !sorted
    ? { stage: 'SORT', sortPattern: sort, inputStage: found }
    : found;
}

const describeScan = ({ index: { spec }, reverse }: Scan): Doc => ({
  stage: 'IXSCAN',
  keyPattern: spec.key,
  indexName: spec.name,
  isMultiKey: spec.multikey ?? false,
  isUnique: spec.unique ?? false,
  isSparse: spec.sparse ?? false,
  isPartial: spec.partialFilterExpression !== undefined,
  direction: reverse ? 'backward' : 'forward',
});
