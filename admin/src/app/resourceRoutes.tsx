import type { ResourceProps } from 'react-admin';
import { Route } from 'react-router';
import { pages as addresses } from '#domain/pages';
import { listPage } from '#domain/adminPages';
import { AccessDenied } from '../ui/page/AccessDenied.js';
import { NotFound } from '../ui/page/NotFound.js';
import { Permitted } from '../ui/page/Permitted.js';
import { type ResourceDefinition, rightsOf } from '../ui/page/resource.js';

const formPages = ['new', ':id/edit'];

/** Returns the routes of a resource's pages for those who may see them; the others say that access is denied. */
export function resourceRoutes(resource: ResourceDefinition): ResourceProps {
  const { name, pages, recordRepresentation } = resource;
  const routes = Object.entries(pages).map(([path, Page]) => {
    const isForm = formPages.includes(path);
    const denied = <AccessDenied back={isForm ? listPage(name) : addresses.admin} />;
    const element = (
      <Permitted to={isForm ? 'write' : 'read'} resource={rightsOf(resource)} otherwise={denied}>
        <Page />
      </Permitted>
    );
    return path ? (
      <Route key={path} path={path} element={element} />
    ) : (
      <Route key="list" index element={element} />
    );
  });
  return {
    name,
    recordRepresentation,
    children: [...routes, <Route key="*" path="*" element={<NotFound />} />],
  };
}
