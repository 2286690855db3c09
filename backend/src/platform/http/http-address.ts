/** Returns the address of a server; an IPv6 host stands in brackets. */
export const httpAddress = (host: string, port: number | string): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
