import { Injectable } from '@nestjs/common';
import { clientNetwork } from '../http/client-network.js';
import { RateLimitService } from '../rate-limit/rate-limit.service.js';
import { usernameKey } from './credentials.js';
import type { User } from './user.schema.js';

/** Wrong passwords within `window` seconds: for one account from one address, and for one account from anywhere. */
const failures = { window: 900, byAddress: 10, byAccount: 50 };
const locked = 'Too many failed sign-ins. Please try again later.';

/** Limits wrong passwords at the sign-in and wherever a password is confirmed. */
@Injectable()
export class PasswordGuessing {
  constructor(private readonly limits: RateLimitService) {}

  private keys(username: string, ip: string): { byAddress: string; byAccount: string } {
    const byAccount = `login:account:${usernameKey(username)}`;
    return { byAddress: `${byAccount}:${clientNetwork(ip)}`, byAccount };
  }

  /**
   * Counts an attempt before the password is verified, so that concurrent guesses are limited like consecutive ones.
   * Throws 429 above the limits.
   */
  async count(username: string, user: User | null, ip: string): Promise<void> {
    const { byAddress, byAccount } = this.keys(username, ip);
    await this.limits.consume(byAddress, failures.byAddress, failures.window, locked);
    // A distributed attack locks out unknown addresses only; known addresses of the user keep working.
    if (user?.knownAddresses.includes(clientNetwork(ip)))
      await this.limits.increment(byAccount, failures.window);
    else await this.limits.consume(byAccount, failures.byAccount, failures.window, locked);
  }

  /** Refunds an attempt with the right password. */
  async forgive(username: string, ip: string): Promise<void> {
    const { byAddress, byAccount } = this.keys(username, ip);
    await Promise.all([
      this.limits.refund(byAddress, failures.window),
      this.limits.refund(byAccount, failures.window),
    ]);
  }
}
