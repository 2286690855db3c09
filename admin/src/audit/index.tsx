import AuditIcon from '@mui/icons-material/HistoryOutlined';
import { lazyList } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';

const AuditList = lazyList(() => import('./AuditList.js'), 'AuditList', {
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
