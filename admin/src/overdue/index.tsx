import OverdueIcon from '@mui/icons-material/EventBusyOutlined';
import { lazyList } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';
import { overdueEnglish } from './en.js';

const OverdueList = lazyList(() => import('./OverdueList.js'), 'OverdueList', {
  sort: { field: 'transferDate', order: 'ASC' },
});

/** Overdue payments. */
export const overdue = defineResource({
  name: 'overdue',
  labels: overdueEnglish,
  icon: <OverdueIcon />,
  rights: 'reports',
  pages: { '': OverdueList },
  waiting: (counts) => ({ count: counts.overdue, color: 'warning' }),
});
