import PeopleIcon from '@mui/icons-material/BadgeOutlined';
import { lazyList } from '../../ui/page/lazyPage.js';
import { defineResource } from '../../ui/page/resource.js';

const PeopleList = lazyList(() => import('./PeopleList.js'), 'PeopleList', {
  sort: { field: 'createdAt', order: 'ASC' },
});

/** The accounts of the back-office, for admins. */
export const people = defineResource({
  name: 'people',
  labels: {
    title: 'People',
    subtitle: 'Who may sign in, and what they may do',
  },
  icon: <PeopleIcon />,
  pages: { '': PeopleList },
});
