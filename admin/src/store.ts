import { localStorageStore, memoryStore, type Store } from 'react-admin';
import { currentUser } from './session/tokens.js';

const isKept = (key: string): boolean => key.endsWith('.savedQueries');

/**
 * react-admin's memory. List parameters live in the URL; the saved views of the signed-in person stay in this browser,
 * over sign-outs too; anything else ends with the document.
 */
export function createStore(): Store {
  const memory = memoryStore();
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
    getItem: (key, defaultValue) => storeOf(key).getItem(key, defaultValue),
    setItem: (key, value) => storeOf(key).setItem(key, value),
    removeItem: (key) => storeOf(key).removeItem(key),
    removeItems: (keyPrefix) => memory.removeItems(keyPrefix),
    // Called at sign-out.
    reset: () => memory.reset(),
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
  };
}
