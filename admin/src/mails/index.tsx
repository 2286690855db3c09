import MailIcon from '@mui/icons-material/MailOutlined';
import { lazyList, lazyShow } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';
import { mailsEnglish } from './en.js';

/** Mails to visitors, sent and unsent: a list and a page for each mail. */
export const mails = defineResource({
  name: 'mails',
  labels: mailsEnglish,
  icon: <MailIcon />,
  recordRepresentation: 'subject',
  pages: {
    '': lazyList(() => import('./MailList.js'), 'MailList'),
    ':id': lazyShow(() => import('./MailShow.js'), 'MailShow'),
  },
  waiting: ({ mails: { stopped } }) => ({ alarm: stopped !== undefined && 'resources.mails.stopped' }),
  writes: { mails: ['overdue', 'counts'] },
});
