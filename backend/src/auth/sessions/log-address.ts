import { createHmac, type KeyObject } from 'node:crypto';
import type { ServerConfig } from '../../platform/config/server-settings.js';
import { clientAddress } from '../../platform/http/client-network.js';
import type { AddressOf } from '../../platform/http/logger.js';
import { deriveKey } from '../../platform/secrets/server-key.js';

/**
 * Returns how the log shows clients' addresses: whole, not at all, or as a keyed hash, by which the calls of one client
 * can be found without telling who it is.
 */
export function logAddress(setting: ServerConfig['logAddress'], key: KeyObject): AddressOf {
  if (setting === 'none') return () => undefined;
  if (setting === 'whole') return clientAddress;
  const hashKey = deriveKey(key, 'addresses in the log');
  return (ip) => createHmac('sha256', hashKey).update(clientAddress(ip)).digest('base64url').slice(0, 12);
}
