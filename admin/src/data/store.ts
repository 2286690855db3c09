import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { currentUser } from './session/tokens.js';
import { chooseColorScheme, colorScheme, watchColorScheme } from './colorScheme.js';

/** The parts of the settings on which screens depend before the server has answered: whether they are known to be there. */
export const featureKeys = { cards: 'cards', documents: 'documents' } as const;
export type Feature = keyof typeof featureKeys;

/** The key under which the export form keeps that CSV files have decimal commas. */
export const decimalCommaKey = 'exports.decimalComma';

const isKept = (key: string): boolean =>
  key.endsWith('.savedQueries') || key in featureKeys || key === decimalCommaKey;

/** The key under which react-admin keeps the theme. */
const themeKey = 'theme';

/**
 * react-admin's store. The theme is that of the login page too. List parameters are in the URL; the form of exports and
 * what is known of the settings stay in this browser, also after a sign-out, as do views of the signed-in user that are not
 * moved to the account yet; everything else is kept in memory until the document is closed.
 */
export function createStore(): Store {
  // The sliding drawer is closed at first; on a wide screen it is always there.
  const memory = memoryStore({ 'sidebar.open': false });
  const kept = localStorageStore('1', `.${currentUser()?.id}`);
  const storeOf = (key: string): Store => (isKept(key) ? kept : memory);
  return {
    setup: () => {
      memory.setup();
      kept.setup();
    },
    teardown: () => {
      memory.teardown();
      kept.teardown();
    },
    getItem: (key, defaultValue) =>
      key === themeKey ? (colorScheme() as never) : storeOf(key).getItem(key, defaultValue),
    setItem: (key, value) =>
      key === themeKey ? chooseColorScheme(value as never) : storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    removeItems: (keyPrefix) => memory.removeItems(keyPrefix),
    // Called at sign-out.
    reset: () => memory.reset(),
    subscribe: (key, callback) =>
      key === themeKey
        ? watchColorScheme(() => callback(colorScheme()))
        : storeOf(key).subscribe(key, callback),
  };
}
