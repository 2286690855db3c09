import PeopleIcon from '@mui/icons-material/BadgeOutlined';
import { withTexts } from '../i18n/texts.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { lazyListOf } from '../ui/lists/lazyListOf.js';
import { defineResource } from '../ui/page/resource.js';

const load = () => import('./PeopleList.js');
const Accounts = lazyListOf(load, { sort: { field: 'createdAt', order: 'ASC' } });
const OpenInvitations = lazyPart(withTexts(load), 'OpenInvitations');

/** The accounts, and the invitations that are open. */
const PeopleList = () => (
  <>
    <Accounts />
    <OpenInvitations />
  </>
);

/** The accounts of the back-office, for admins. */
export const people = defineResource({
  name: 'people',
  labels: {
    title: 'People',
    subtitle: 'Who may sign in, and what they may do',
  },
  icon: <PeopleIcon />,
  pages: { '': PeopleList },
  writes: { people: ['invitations', 'account', 'sessions'] },
});
