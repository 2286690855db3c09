/**
 * Returns the connection string of a database of this name on the server of `uri`. An account stays that of the database
 * that `uri` names, of which drivers take the account where no authSource is named.
 */
export function uriForDatabase(uri: string, name: string): string {
  const [, server = '', path, query = ''] =
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?([^?]*)\??(.*)$/.exec(uri) ?? [];
  const parameters = new URLSearchParams(query);
  if (server.includes('@') && !parameters.has('authSource')) parameters.set('authSource', path || 'admin');
  return `${server}/${name}${parameters.size ? `?${parameters}` : ''}`;
}
