import { Route } from 'react-router';
import { pages } from '#domain/pages';
import { AccessDenied } from '../ui/page/AccessDenied.js';
import { lazyList } from '../ui/page/lazyPage.js';
import { Permitted } from '../ui/page/Permitted.js';

const PeopleList = lazyList(() => import('./PeopleList.js'), 'PeopleList', {
  resource: 'people',
  sort: { field: 'createdAt', order: 'ASC' },
  disableAuthentication: true,
});

/** The page of the accounts, for admins, loaded when it is opened. */
export const peopleRoute = (
  <Route
    path="/people"
    element={
      <Permitted to="read" resource="people" otherwise={<AccessDenied back={pages.admin} />}>
        <PeopleList />
      </Permitted>
    }
  />
);
