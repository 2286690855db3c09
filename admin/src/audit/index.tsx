import { Route } from 'react-router';
import { pages } from '#domain/pages';
import { AccessDenied } from '../ui/page/AccessDenied.js';
import { lazyList } from '../ui/page/lazyPage.js';
import { Permitted } from '../ui/page/Permitted.js';

const AuditList = lazyList(() => import('./AuditList.js'), 'AuditList', {
  resource: 'audit',
  sort: { field: 'at', order: 'DESC' },
  disableAuthentication: true,
});

/** The page of the audit trail, for admins, loaded when it is opened. */
export const auditRoute = (
  <Route
    path="/audit"
    element={
      <Permitted to="read" resource="audit" otherwise={<AccessDenied back={pages.admin} />}>
        <AuditList />
      </Permitted>
    }
  />
);
