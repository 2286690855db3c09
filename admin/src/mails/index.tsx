import MailIcon from '@mui/icons-material/MailOutlined';
import { lazyListOf } from '../ui/lists/lazyListOf.js';
import { lazyShow } from '../ui/page/lazyPage.js';
import { MailBanner } from './MailBanner.js';
import { defineResource } from '../ui/page/resource.js';
import { mailsEnglish } from './en.js';

const Mails = lazyListOf(() => import('./MailList.js'));

/** The list, below what keeps mails from being sent. */
const MailList = () => (
  <>
    <MailBanner />
    <Mails />
  </>
);

/** Mails to visitors, sent and unsent: a list and a page for each mail. */
export const mails = defineResource({
  name: 'mails',
  labels: mailsEnglish,
  icon: <MailIcon />,
  recordRepresentation: 'subject',
  pages: {
    '': MailList,
    ':id': lazyShow(() => import('./MailShow.js'), 'MailShow'),
  },
  waiting: ({ mails: { stopped } }) => ({ alarm: stopped !== undefined && 'resources.mails.stopped' }),
  writes: { mails: ['overdue', 'counts'] },
});
