const prefix = 'draft ';

/** The storage key of a user's draft for the form of the current page. */
export const draftKey = (userId: string): string =>
  `${prefix}${userId} ${location.pathname}${location.search}`;

/** Stores a form's values in this tab when the session ends elsewhere, for the same user's return. */
export function keepDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Storage is blocked or full: the draft is lost with the page.
  }
}

/** Returns the stored draft; undefined if there is none. */
export function readDraft(key: string): Record<string, unknown> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes every draft except those of one user. */
export function dropDrafts(exceptUserId?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${exceptUserId} `))
        sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there are no drafts.
  }
}
