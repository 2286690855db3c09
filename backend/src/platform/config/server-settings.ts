import { ConfigError, type SettingsPart, splitList, wholeNumber } from './environment.js';

const nodeEnvironments = ['production', 'development', 'test'];
const logAddresses = ['hashed', 'whole', 'none'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

/** The settings of the process and of its HTTP server. */
export interface ServerConfig {
  production: boolean;
  port: number;
  host: string;
  /** Number of trusted proxies in front of the server. */
  trustProxy: number;
  /** Web origins that may call the API from another site; none by default. */
  corsOrigins: string[];
  logLevel: (typeof logLevels)[number];
  /** Form of clients' addresses in the log. */
  logAddress: (typeof logAddresses)[number];
  /** Addresses for reports of security problems, as security.txt names them; none by default. */
  securityContacts: string[];
}

const variables = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'TRUST_PROXY',
  'CORS_ORIGINS',
  'LOG_LEVEL',
  'LOG_ADDRESS',
  'SECURITY_CONTACT',
] as const;

function oneOf<Value extends string>(name: string, values: readonly Value[], text: string): Value {
  const value = values.find((each) => each === text.trim());
  if (value === undefined)
    throw new ConfigError(`${name} takes one of ${values.join(', ')}, not "${text.trim()}"`);
  return value;
}

function readOrigins(text: string | undefined): string[] {
  const origins = splitList(text);
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new ConfigError(
        `CORS_ORIGINS takes origins such as https://example.com, separated by commas, not "${origin}"`,
      );
  return origins;
}

/** Returns addresses as RFC 9116, 2.5.3, has them. */
const readContacts = (text: string | undefined): string[] =>
  splitList(text).map((contact) => {
    const { protocol, href } = URL.canParse(contact) ? new URL(contact) : {};
    if (!href || !['mailto:', 'https:'].includes(protocol ?? ''))
      throw new ConfigError(
        `SECURITY_CONTACT takes mailto:security@example.com or https://example.com/security, or several separated by commas, not "${contact}"`,
      );
    return href;
  });

export const serverSettings: SettingsPart<(typeof variables)[number], ServerConfig> = {
  variables,
  read: (env) => {
    const nodeEnv = env.NODE_ENV?.trim() ?? 'development';
    if (!nodeEnvironments.includes(nodeEnv))
      throw new ConfigError(`NODE_ENV takes ${nodeEnvironments.join(', ')} or nothing, not "${nodeEnv}"`);
    return {
      production: nodeEnv === 'production',
      port: wholeNumber(env, 'PORT', 3000, 0, 65535),
      host: env.HOST?.trim() ?? '127.0.0.1',
      trustProxy: wholeNumber(env, 'TRUST_PROXY', 0, 0, 10),
      corsOrigins: readOrigins(env.CORS_ORIGINS),
      logLevel: oneOf('LOG_LEVEL', logLevels, env.LOG_LEVEL ?? 'info'),
      logAddress: oneOf('LOG_ADDRESS', logAddresses, env.LOG_ADDRESS ?? 'hashed'),
      securityContacts: readContacts(env.SECURITY_CONTACT),
    };
  },
};
