import CardIcon from '@mui/icons-material/CreditCardOutlined';
import { lazyList } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';
import { heldCardEventsPath } from '../ui/paths.js';

const CardEvents = lazyList(() => import('./list/CardEvents.js'), 'CardEvents');

/** Events of the card provider, where one is configured. */
export const cardEvents = defineResource({
  name: 'card-events',
  labels: {
    title: 'Card Events',
    toDo: '%{smart_count} card event needs a decision |||| %{smart_count} card events need a decision',
    subtitle: 'Card payments, refunds and disputes, and what needs a decision',
  },
  icon: <CardIcon />,
  pages: { '': CardEvents },
  needs: 'cards',
  // Opens the tab that has something to do.
  waiting: ({ cards }) => ({ count: cards?.held, to: cards?.held ? heldCardEventsPath : undefined }),
});
