import ReportsIcon from '@mui/icons-material/AssessmentOutlined';
import { lazyPage } from '../../ui/page/lazyPage.js';
import { defineResource } from '../../ui/page/resource.js';

/** Figures for a range of days, and exports. */
export const reports = defineResource({
  name: 'reports',
  labels: {
    title: 'Reports',
    subtitle: 'Figures for a range of days, and exports of every record',
  },
  icon: <ReportsIcon />,
  pages: { '': lazyPage(() => import('./Reports.js'), 'Reports') },
});
