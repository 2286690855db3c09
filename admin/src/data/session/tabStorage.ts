/** Stands in for a storage that the browser refuses: lasts until the page is left, and is this tab's alone. */
class TabStorage {
  [key: string]: unknown;

  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? (this[key] as string) : null;
  }

  setItem(key: string, value: string): void {
    this[key] = value;
  }

  removeItem(key: string): void {
    delete this[key];
  }
}

// The main module imports this one first: where a browser refuses its storage, a look at it alone throws an error, in
// react-admin as well. With this one a person can sign in for the tab.
for (const name of ['localStorage', 'sessionStorage'] as const)
  try {
    window[name].getItem('');
  } catch {
    Object.defineProperty(window, name, { configurable: true, value: new TabStorage() });
  }
