import AuditIcon from '@mui/icons-material/HistoryOutlined';
import { lazyListOf } from '../ui/lists/lazyListOf.js';
import { defineResource } from '../ui/page/resource.js';
import { auditEnglish } from './en.js';

const AuditList = lazyListOf(() => import('./AuditList.js'), {
  sort: { field: 'at', order: 'DESC' },
});

/** The audit trail, for admins. */
export const audit = defineResource({
  name: 'audit',
  labels: auditEnglish,
  icon: <AuditIcon />,
  pages: { '': AuditList },
});
