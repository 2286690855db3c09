import { isRole, type Role, roles } from '#domain/platform/roles';
import { ConfigError, type SettingsPart, splitList } from '../../platform/config/environment.js';
import { accountNameRule, isAccountEmail, isAccountName } from './credentials.js';
import { passwordLengthFault } from './password-strength.js';

export interface AccountConfig {
  /** The first account. */
  admin: { username: string; password: string | undefined; email: string };
  /** Roles whose accounts have to set up a second factor. */
  requireSecondFactor: readonly Role[];
}

const variables = ['ADMIN_USERNAME', 'ADMIN_PASSWORD', 'ADMIN_EMAIL', 'REQUIRE_SECOND_FACTOR'] as const;

/** REQUIRE_SECOND_FACTOR="admin,manager" */
const readRoles = (text: string | undefined): Role[] =>
  splitList(text).map((role) => {
    if (isRole(role)) return role;
    throw new ConfigError(
      `REQUIRE_SECOND_FACTOR takes roles, separated by commas: ${roles.join(', ')}, not "${role}"`,
    );
  });

export const accountSettings: SettingsPart<(typeof variables)[number], AccountConfig> = {
  variables,
  read: (env) => {
    const username = (env.ADMIN_USERNAME ?? 'admin').trim();
    if (!isAccountName(username)) throw new ConfigError(`ADMIN_USERNAME takes ${accountNameRule}`);
    const password = env.ADMIN_PASSWORD;
    const email = (env.ADMIN_EMAIL ?? 'admin@example.com').trim();
    if (!isAccountEmail(email)) throw new ConfigError(`ADMIN_EMAIL takes an email address, not "${email}"`);
    const fault = password && passwordLengthFault(password);
    if (fault) throw new ConfigError(`ADMIN_PASSWORD ${fault}`);
    return {
      admin: { username, password, email },
      requireSecondFactor: readRoles(env.REQUIRE_SECOND_FACTOR),
    };
  },
};
