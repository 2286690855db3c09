import { useState } from 'react';
import { Admin, CustomRoutes } from 'react-admin';
import { Route } from 'react-router';
import { pages } from '#domain/pages';
import { dataProvider } from '../data/dataProvider.js';
import { createQueryClient } from '../data/queryClient.js';
import { createStore } from '../data/store.js';
import { authProvider as session } from '../session/authProvider.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { AccessDenied } from '../ui/page/AccessDenied.js';
import { lazyPage } from '../ui/page/lazyPage.js';
import { NotFound } from '../ui/page/NotFound.js';
import { PageSkeleton } from '../ui/page/PageSkeleton.js';
import { ResourcesContext } from '../ui/page/resource.js';
import { answerAccess, canAccess } from './access.js';
import { changedBy } from './changedBy.js';
import { i18nProvider } from './i18nProvider.js';
import { OfficeResource, resourceRoutes } from './resourceRoutes.js';
import { allResources, resourceGroups } from './resources.js';
import { adminTheme } from './theme.js';
import { Layout } from './shell/Layout.js';

const light = adminTheme('light');
const dark = adminTheme('dark');
/** The layout has the notifications, among its own notices. */
const Nothing = () => null;

const authProvider = { ...session, canAccess };

const Account = lazyPage(() => import('../account/Account.js'), 'Account');
const Dashboard = lazyPart(() => import('../dashboard/Dashboard.js'), 'Dashboard', <PageSkeleton />);

/** react-admin with this product's resources, pages and shell. */
export function BackOffice() {
  const [queryClient] = useState(() => {
    const client = createQueryClient(changedBy);
    answerAccess(client);
    return client;
  });
  const [store] = useState(createStore);
  return (
    <ResourcesContext value={resourceGroups}>
      <Admin
        basename={pages.admin}
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
        theme={light}
        darkTheme={dark}
        layout={Layout}
        notification={Nothing}
        loginPage={false}
        dashboard={Dashboard}
        loading={PageSkeleton}
        catchAll={NotFound}
        accessDenied={AccessDenied}
        requireAuth
        disableTelemetry
      >
        {allResources.map((resource) => (
          <OfficeResource key={resource.name} {...resourceRoutes(resource)} />
        ))}
        <CustomRoutes>
          <Route path="/dashboard" element={<Dashboard />} />
          <Route path="/account" element={<Account />} />
        </CustomRoutes>
      </Admin>
    </ResourcesContext>
  );
}
