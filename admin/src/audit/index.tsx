import AuditIcon from '@mui/icons-material/HistoryOutlined';
import { lazyList } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';
import { auditEnglish } from './en.js';

const AuditList = lazyList(() => import('./AuditList.js'), 'AuditList', {
  sort: { field: 'at', order: 'DESC' },
});

/** The audit trail, for admins. */
export const audit = defineResource({
  name: 'audit',
  labels: auditEnglish,
  icon: <AuditIcon />,
  pages: { '': AuditList },
});
