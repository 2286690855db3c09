import { Resource, type ResourceProps } from 'react-admin';
import { Navigate, Route, useParams } from 'react-router';
import { listPage } from '#domain/adminPages';
import { pageAliases } from '#domain/resources';
import { AccessDenied } from '../ui/page/AccessDenied.js';
import { NotFound } from '../ui/page/NotFound.js';
import { Permitted } from '../ui/page/Permitted.js';
import { type ResourceDefinition, rightsOf } from '../ui/page/resource.js';

/** Tells react-admin that there is a list, whose route is a child: its own list restores its scroll position. */
export const OfficeResource = (props: ResourceProps) => <Resource {...props} />;
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
export function resourceRoutes(resource: ResourceDefinition): ResourceProps {
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
