import { isIP } from 'node:net';

/** The eight groups of an IPv6 address. */
function groups(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right];
}

/** Returns an address without the port and brackets of some proxies; "unknown" for any text that is none. */
export function clientAddress(forwarded: string): string {
  const ip =
    /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ??
    /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(forwarded)?.[1] ??
    forwarded;
  return isIP(ip) ? ip : 'unknown';
}

/**
 * Returns the network that a rate limit counts: an IPv4 address (also when mapped into IPv6), or the /64 of an IPv6
 * address, which one subscriber controls. All text that is no address counts as one network.
 */
export function clientNetwork(forwarded: string): string {
  const ip = clientAddress(forwarded);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (isIP(ip) !== 6) return ip;
  const network = groups(ip).slice(0, 4);
  return `${network.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
