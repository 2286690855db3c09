let taken: string | undefined;

/**
 * The token of the link that opened this page. It is taken out of the address at once, so that it stays neither in the
 * browser's history nor on the screen.
 */
export function linkToken(): string {
  if (taken === undefined) {
    taken = location.hash.slice(1);
    history.replaceState(history.state, '', location.pathname);
  }
  return taken;
}
