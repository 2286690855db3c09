import DocumentIcon from '@mui/icons-material/DescriptionOutlined';
import { lazyList } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';

/** Invoices and credit notes, where the operator's options name a company. */
export const documents = defineResource({
  name: 'documents',
  labels: {
    name: 'Document |||| Documents',
    title: 'Documents',
    subtitle: 'Invoices and credit notes, as they were issued',
  },
  icon: <DocumentIcon />,
  pages: {
    '': lazyList(() => import('./DocumentList.js'), 'DocumentList', {
      sort: { field: 'day', order: 'DESC' },
    }),
  },
  needs: 'documents',
});
