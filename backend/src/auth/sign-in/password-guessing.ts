import { Inject, Injectable } from '@nestjs/common';
import type { RateLimitConfig } from '../../platform/rate-limit/rate-limit-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { clientNetwork } from '../../platform/http/client-network.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { usernameKey } from '../users/credentials.js';
import type { User } from '../users/user.schema.js';

/** Wrong passwords within `window` seconds: for one account from one address or device, and from anywhere. */
const failures = { window: 900, byAddress: 10, byAccount: 50 };
const locked = 'Too many failed sign-ins. Please try again later.';

/** A try of a password or of a code. */
export interface Attempt {
  username: string;
  user: User | null;
  ip: string;
  /** The remembered device or the session that it comes from: it is counted on its own. */
  device?: string | undefined;
  /** The codes of a second factor are counted apart from passwords. */
  kind?: 'code';
}

/** Limits wrong passwords and codes at the sign-in and wherever one is confirmed. */
@Injectable()
export class PasswordGuessing {
  constructor(
    private readonly limits: RateLimitService,
    @Inject(CONFIG) private readonly config: RateLimitConfig,
  ) {}

  private keys({ username, ip, device, kind }: Attempt): { own: string; byAccount?: string } {
    const byAccount = `${kind ?? 'login'}:account:${usernameKey(username)}`;
    if (device) return { own: `${byAccount}:device:${device}` };
    return { own: `${byAccount}:${clientNetwork(ip)}`, byAccount };
  }

  /** Counts a sign-in of one address, or of one device, within a minute. Throws 429 above RATE_LIMIT_LOGIN. */
  async countSignIn(attempt: Attempt): Promise<void> {
    const key = attempt.device
      ? `${this.keys(attempt).own}:minute`
      : `login:address:${clientNetwork(attempt.ip)}`;
    await this.limits.consume(key, this.config.limits.login, 60);
  }

  /** Counts a passkey's challenge of one address within a minute. Throws 429 above RATE_LIMIT_REFRESH. */
  async countChallenge(ip: string): Promise<void> {
    await this.limits.consume(`passkey:address:${clientNetwork(ip)}`, this.config.limits.refresh, 60);
  }

  /** Counts an attempt before it is verified, so that concurrent guesses are limited too. Throws 429 above limits. */
  async count(attempt: Attempt): Promise<void> {
    const { own, byAccount } = this.keys(attempt);
    await this.limits.consume(own, failures.byAddress, failures.window, locked);
    if (!byAccount) return;
    // A distributed attack locks out unknown addresses only; known addresses of the user keep working.
    if (attempt.user?.knownAddresses.includes(clientNetwork(attempt.ip)))
      await this.limits.increment(byAccount, failures.window);
    else await this.limits.consume(byAccount, failures.byAccount, failures.window, locked);
  }

  /** Refunds an attempt with the right password. */
  async forgive(attempt: Attempt): Promise<void> {
    const { own, byAccount } = this.keys(attempt);
    await this.limits.refund(own, failures.window);
    if (byAccount) await this.limits.refund(byAccount, failures.window);
  }
}
