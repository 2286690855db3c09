import PeopleIcon from '@mui/icons-material/BadgeOutlined';
import { lazyPart } from '../ui/common/lazyPart.js';
import { lazyListOf } from '../ui/lists/lazyListOf.js';
import { defineResource } from '../ui/page/resource.js';
import { peopleEnglish } from './en.js';

const load = () => import('./PeopleList.js');
const Accounts = lazyListOf(load, { sort: { field: 'createdAt', order: 'ASC' } });
const OpenInvitations = lazyPart(load, 'OpenInvitations');

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
  labels: peopleEnglish,
  icon: <PeopleIcon />,
  pages: { '': PeopleList },
  writes: { people: ['invitations', 'account', 'sessions'] },
});
