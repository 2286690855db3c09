import { useState } from 'react';
import { CoreAdmin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { pages } from '#domain/pages';
import { authProvider } from '../session/authProvider.js';
import { lazyPage } from '../ui/page/lazyPage.js';
import { cardEventsRoute } from '../cards/index.js';
import { customers } from '../customers/index.js';
import { dataProvider } from '../data/dataProvider.js';
import { i18nProvider } from '../i18n/i18nProvider.js';
import { Layout } from './shell/Layout.js';
import { NotFound } from '../ui/page/NotFound.js';
import { PageSkeleton } from '../ui/page/PageSkeleton.js';
import { mails } from '../mails/index.js';
import { overdueRoute } from '../overdue/index.js';
import { auditRoute } from '../audit/index.js';
import { peopleRoute } from '../people/index.js';
import { payments } from '../payments/index.js';
import { createQueryClient } from '../data/queryClient.js';
import { reconciliationRoutes } from '../reconciliation/index.js';
import { createStore } from '../data/store.js';

const Account = lazyPage(() => import('../account/Account.js'), 'Account');
const Dashboard = lazyPage(() => import('../dashboard/Dashboard.js'), 'Dashboard');
const Reports = lazyPage(() => import('../reports/Reports.js'), 'Reports');

/** react-admin with this product's resources, pages and shell. */
export function BackOffice() {
  const [queryClient] = useState(createQueryClient);
  const [store] = useState(createStore);
  return (
    <CoreAdmin
      basename={pages.admin}
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      queryClient={queryClient}
      store={store}
      layout={Layout}
      dashboard={Dashboard}
      loading={PageSkeleton}
      catchAll={NotFound}
      requireAuth
      disableTelemetry
    >
      <Resource {...customers} />
      <Resource {...payments} />
      <Resource {...mails} />
      <CustomRoutes>
        <Route path="/dashboard" element={<Dashboard />} />
        <Route path="/account" element={<Account />} />
        <Route path="/reports" element={<Reports />} />
        {overdueRoute}
        {peopleRoute}
        {auditRoute}
        {reconciliationRoutes}
        {cardEventsRoute}
      </CustomRoutes>
    </CoreAdmin>
  );
}
