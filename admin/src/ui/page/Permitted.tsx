import type { ReactNode } from 'react';
import type { Access, Resource } from '#domain/platform/roles';
import { useCan } from '../../data/session/role.js';

interface PermittedProps {
  to: Access;
  resource: Resource;
  /** Stands there for the other roles; without it there is nothing. */
  otherwise?: ReactNode;
  children: ReactNode;
}

/** Shows its children to a role that may read or write a resource. */
export const Permitted = ({ to, resource, otherwise = null, children }: PermittedProps) =>
  useCan(to, resource) ? children : otherwise;
