import OverdueIcon from '@mui/icons-material/EventBusyOutlined';
import { lazyList } from '../../ui/page/lazyPage.js';
import { defineResource } from '../../ui/page/resource.js';

const OverdueList = lazyList(() => import('./OverdueList.js'), 'OverdueList', {
  sort: { field: 'transferDate', order: 'ASC' },
});

/** Overdue payments. */
export const overdue = defineResource({
  name: 'overdue',
  labels: {
    title: 'Overdue Payments',
    entry: 'Overdue',
    toDo: '%{smart_count} payment is overdue |||| %{smart_count} payments are overdue',
    subtitle: 'Pending payments of which money was expected by now',
  },
  icon: <OverdueIcon />,
  recordRepresentation: 'referenceNumber',
  rights: 'reports',
  under: 'payments',
  pages: { '': OverdueList },
  waiting: (counts) => ({ count: counts.overdue, color: 'warning' }),
});
