import { useDataProvider } from 'react-admin';
import type { dataProvider } from './dataProvider.js';

/** The calls to the server that react-admin has no method for, by method and path: see `call`. */
export const useCall = () => useDataProvider<typeof dataProvider>().call;
