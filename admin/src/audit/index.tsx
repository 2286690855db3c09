import AuditIcon from '@mui/icons-material/HistoryOutlined';
import { lazyListOf } from '../ui/lists/lazyListOf.js';
import { defineResource } from '../ui/page/resource.js';

const AuditList = lazyListOf(() => import('./AuditList.js'), {
  sort: { field: 'at', order: 'DESC' },
});

/** The audit trail, for admins. */
export const audit = defineResource({
  name: 'audit',
  labels: {
    title: 'Audit',
    subtitle: 'Who did what, and when: changes, exports, sign-ins and refusals',
  },
  icon: <AuditIcon />,
  pages: { '': AuditList },
});
