import PayoutIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import { lazyList, lazyShow } from '../../ui/page/lazyPage.js';
import { defineResource } from '../../ui/page/resource.js';

/** Payouts of the card provider, where one is configured: a list and a page for each. */
export const cardPayouts = defineResource({
  name: 'card-payouts',
  labels: {
    name: 'Payout |||| Payouts',
    title: 'Payouts',
    subtitle: 'What the card provider has paid out, and what that consists of',
  },
  icon: <PayoutIcon />,
  pages: {
    '': lazyList(() => import('./PayoutList.js'), 'PayoutList', { sort: { field: 'day', order: 'DESC' } }),
    ':id': lazyShow(() => import('./PayoutShow.js'), 'PayoutShow'),
  },
  needs: 'cards',
});
