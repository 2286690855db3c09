const prefix = 'draft ';

/** Names what a person typed in the form of the page shown now. */
export const draftKey = (userId: string): string =>
  `${prefix}${userId} ${location.pathname}${location.search}`;

/** Keeps what was typed when the session ended elsewhere, for this tab and this person's return. */
export function keepDraft(key: string, values: object): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // Blocked or full: it is lost with the page, as it would be without this.
  }
}

/** Returns the kept draft; undefined where there is none. */
export function readDraft(key: string): Record<string, unknown> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets every draft but those of one person. */
export function dropDrafts(exceptUserId?: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(prefix) && !key.startsWith(`${prefix}${exceptUserId} `))
        sessionStorage.removeItem(key);
  } catch {
    // Blocked: nothing was kept.
  }
}
