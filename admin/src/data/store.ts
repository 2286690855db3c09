import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { currentUser } from '../session/tokens.js';
import { chooseColorScheme, colorScheme, watchColorScheme } from './colorScheme.js';

/** Key of what is known of card events: parts of screens depend on it before the server has answered. */
export const cardsKey = 'cards';

const isKept = (key: string): boolean => key.endsWith('.savedQueries') || key === cardsKey;

/** The key under which react-admin keeps the theme. */
const themeKey = 'theme';

/**
 * react-admin's store. The theme is that of the login page too. List parameters are in the URL; whether there are card events stays in this browser, also after a
 * sign-out, as do views of the signed-in user that are not moved to the account yet; everything else is kept in memory
 * until the document is closed.
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
