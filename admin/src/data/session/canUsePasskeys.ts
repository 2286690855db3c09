/** True where the browser can use passkeys; they belong to a name, so that a site at a bare address has none. */
export const canUsePasskeys =
  'PublicKeyCredential' in globalThis && !/^(?:[\d.]+|\[.*\])$/.test(location.hostname);
