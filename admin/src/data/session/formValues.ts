/** Begins the storage keys of kept form values. */
const prefix = 'draft ';

/** The storage key of the form values that a user leaves on the current page. */
export const formValuesKey = (userId: string): string =>
  `${prefix}${userId} ${location.pathname}${location.search}`;

/** Stores a form's values in this tab when the session ends elsewhere, for the same user's return. */
export function keepFormValues(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is blocked or full: the values are lost with the page.
  }
}

/** Returns the kept values; undefined if there are none. */
export function readFormValues(key: string): Record<string, unknown> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes all kept values except those of one user. */
export function dropFormValues(exceptUserId?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${exceptUserId} `))
        sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: no values are kept.
  }
}
