import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import {
  AccessDenied as RaAccessDenied,
  Admin,
  CustomRoutes,
  DefaultTitleContextProvider,
  NotFound as RaNotFound,
  Resource,
  type ResourceProps,
  Title,
} from 'react-admin';
import { createBrowserRouter, Link, Navigate, Route, RouterProvider, useParams } from 'react-router';
import { listPage } from '#domain/platform/admin-pages';
import { pages } from '#domain/platform/pages';
import { pageAliases } from '#domain/platform/resources';
import { dataProvider } from '../data/dataProvider.js';
import { createQueryClient } from '../data/queryClient.js';
import { createStore } from '../data/store.js';
import { authProvider as session } from '../data/session/authProvider.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { PageSkeleton } from '../ui/page/PageSkeleton.js';
import { Permitted } from '../ui/page/Permitted.js';
import { lazyPage } from '../ui/page/lazyPage.js';
import { type ResourceDefinition, ResourcesContext, rightsOf } from '../ui/page/resource.js';
import { allResources, answerAccess, canAccess, i18nProvider, resourceGroups } from './resources.js';
import { Layout } from './shell/Layout.js';
import { adminTheme } from './theme.js';
import { useTranslate } from '../ui/i18n/useTranslate.js';

/** Tells react-admin that there is a list, whose route is a child: its own list restores its scroll position. */
const OfficeResource = (props: ResourceProps) => <Resource {...props} />;
OfficeResource.raName = Resource.raName;
OfficeResource.registerResource = ({ options, ...props }: ResourceProps) => ({
  ...Resource.registerResource(props),
  hasList: Boolean((options as { hasList?: boolean } | undefined)?.hasList),
});

/** Goes on from an address of react-admin to the page that it means here. */
function GoOn({ to }: { to: string }) {
  const { id = '' } = useParams();
  return <Navigate replace to={to.replace(':id', encodeURIComponent(id))} />;
}

/** Returns the routes of a resource's pages for those who may see them; the others say that access is denied. */
function resourceRoutes(resource: ResourceDefinition): ResourceProps {
  const { name, icon, pages, recordRepresentation } = resource;
  const isReactAdmins = 'create' in pages || ':id/show' in pages;
  const formPages = isReactAdmins ? ['create', ':id'] : ['new', ':id/edit'];
  const routes = Object.entries(pages).map(([path, Page]) => {
    const isForm = formPages.includes(path);
    const denied = <AccessDenied {...(isForm && { back: listPage(name) })} />;
    const element = (
      <Permitted to={isForm ? 'write' : 'read'} resource={rightsOf(resource)} otherwise={denied}>
        <Page />
      </Permitted>
    );
    if (!path) return <Route key="list" index element={element} />;
    // The tabs of a form or a page have an address of their own.
    return <Route key={path} path={isReactAdmins ? `${path}/*` : path} element={element} />;
  });
  const aliases = Object.entries(pageAliases).flatMap(([alias, page]) =>
    page in pages && !(alias in pages)
      ? [<Route key={alias} path={alias} element={<GoOn to={`${listPage(name)}/${page}`} />} />]
      : [],
  );
  return {
    name,
    icon: () => icon,
    recordRepresentation,
    options: { hasList: '' in pages },
    hasCreate: 'create' in pages || 'new' in pages,
    hasEdit: isReactAdmins ? ':id' in pages : ':id/edit' in pages,
    hasShow: isReactAdmins ? ':id/show' in pages : ':id' in pages,
    children: [...routes, ...aliases, <Route key="*" path="*" element={<NotFound />} />],
  };
}

const light = adminTheme('light');
const dark = adminTheme('dark');
/** The layout has the notifications, among its own notices. */
const Nothing = () => null;

const authProvider = { ...session, canAccess };

const Account = lazyPage(() => import('../auth/account/Account.js'), 'Account');
const Dashboard = lazyPart(() => import('../office/dashboard/Dashboard.js'), 'Dashboard', <PageSkeleton />);

/** react-admin with this product's resources, pages and shell. */
function BackOffice() {
  const [queryClient] = useState(() => {
    const client = createQueryClient();
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

// The content security policy admits styles that carry the nonce of this response.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
const styles = createCache({ key: 'css', nonce });

/** The signed-in part of the program: its styles and its addresses. */
export function App() {
  // Created on first render: the login page preloads this file too, but is no page of this router.
  const [router] = useState(() =>
    createBrowserRouter([{ path: `${pages.admin}/*`, element: <BackOffice /> }]),
  );
  return (
    <CacheProvider value={styles}>
      <RouterProvider router={router} />
    </CacheProvider>
  );
}

/** react-admin's NotFound, whose heading is that of the page, with the specified links in place of Back. */
export function NotFound() {
  const translate = useTranslate();
  return (
    <DefaultTitleContextProvider value={translate('ra.page.not_found')}>
      <RaNotFound sx={{ '& h1, & .RaNotFound-toolbar': { display: 'none' } }} />
      <Stack direction="row" useFlexGap spacing={1.5} sx={{ flexWrap: 'wrap', justifyContent: 'center' }}>
        <Button variant="outlined" href={pages.checkout}>
          {translate('admin.notFound.checkout')}
        </Button>
        <Button variant="contained" component={Link} to={pages.admin}>
          {translate('admin.notFound.admin')}
        </Button>
      </Stack>
    </DefaultTitleContextProvider>
  );
}

/** react-admin's AccessDenied as a page, whose title says it, with a way back: to the dashboard, unless it is stated. */
export function AccessDenied({ back = pages.admin }: { back?: string }) {
  const translate = useTranslate();
  return (
    <Stack sx={{ alignItems: 'center' }}>
      <Title title="ra.page.access_denied" />
      <RaAccessDenied textPrimary="" />
      <Button variant="contained" component={Link} to={back}>
        {translate('ra.action.back')}
      </Button>
    </Stack>
  );
}
