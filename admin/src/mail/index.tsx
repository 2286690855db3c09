import MailIcon from '@mui/icons-material/MailOutlined';
import { withTexts } from '../ui/i18n/texts.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { lazyList, lazyShow } from '../ui/page/lazyPage.js';
import { defineResource } from '../ui/page/resource.js';

const MailBanner = lazyPart(
  withTexts(() => import('./MailBanner.js')),
  'MailBanner',
  <div data-may-appear />,
);
const Mails = lazyList(() => import('./MailList.js'), 'MailList');

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
  labels: {
    name: 'Mail |||| Mails',
    title: 'Mail',
    subtitle: 'What was written to visitors, and what waits to be sent',
    stopped: 'Stopped',
  },
  icon: <MailIcon />,
  recordRepresentation: 'subject',
  pages: {
    '': MailList,
    ':id': lazyShow(() => import('./MailShow.js'), 'MailShow'),
  },
  waiting: ({ mails: { stopped } }) => ({ alarm: stopped !== undefined && 'resources.mails.stopped' }),
});
