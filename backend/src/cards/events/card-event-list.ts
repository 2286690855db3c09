import { cardEventStates, cardEventTypes } from '#domain/cards/cards';
import {
  enumFilter,
  type Filter,
  idFilter,
  indexesOf,
  type ListSpec,
  momentRange,
} from '../../platform/http/list-query.js';
import { StoredCardEventSchema } from './card-event.schema.js';

const trueOrFalse = enumFilter('live', ['true', 'false']);
const liveFilter: Filter = Object.assign((text: string) => ({ live: trueOrFalse(text).live === 'true' }), {
  schema: trueOrFalse.schema,
});

/** The placeholder for the condition of a search that is not resolved yet. */
export const searchCondition = 'search';

/** Filters and sort fields of the list of card events. */
export const cardEventListSpec: ListSpec = {
  filters: {
    state: enumFilter('state', cardEventStates),
    type: enumFilter('type', cardEventTypes),
    paymentId: idFilter('paymentId'),
    live: liveFilter,
    search: (text) => ({ [searchCondition]: text }),
  },
  ranges: { createdAt: momentRange('createdAt') },
  sorts: { createdAt: 'createdAt', occurredAt: 'occurredAt' },
  indexes: indexesOf(StoredCardEventSchema),
  few: ['paymentId'],
  kept: ['state', 'createdAt'],
};
