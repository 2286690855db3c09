import { type ComponentType, lazy } from 'react';

/** A page that is fetched when it is opened: `lazyPage(() => import('./CustomerList.js'), 'CustomerList')`. */
export const lazyPage = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));
