import ReportsIcon from '@mui/icons-material/AssessmentOutlined';
import { lazyPage } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';
import { reportsEnglish } from './en.js';

/** Figures for a range of days, and exports. */
export const reports = defineResource({
  name: 'reports',
  labels: reportsEnglish,
  icon: <ReportsIcon />,
  pages: { '': lazyPage(() => import('./Reports.js'), 'Reports') },
});
