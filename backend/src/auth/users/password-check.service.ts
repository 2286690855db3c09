import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { RateLimitService } from '../../platform/rate-limit/rate-limit.service.js';
import { ThreadedWork, WorkLimitError } from '../../platform/work/threaded-work.js';
import { Turns } from '../../platform/work/turns.js';
import { passwordLengthFault } from './password-strength.js';

/** Estimates of one account or link in an hour: each takes up to a second of the processor. */
const checksPerHour = 20;

/** One at a time: the longest input takes a tenth of the limit on a machine with nothing else to do. */
const estimates = new ThreadedWork<string[], string | undefined>('auth/users/password-thread.js', {
  timeoutMs: 10_000,
  heapMb: 256,
  maxConcurrent: 1,
  // Loading the lists takes longer than most estimates.
  keptMs: 60_000,
  busy: 'The service is busy. Please try again.',
});
const turns = new Turns(1, 10_000);

/** Checks the passwords that people choose. */
@Injectable()
export class PasswordCheck {
  constructor(
    private readonly limits: RateLimitService,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /**
   * Returns why a chosen password is refused, as the end of a sentence, or undefined. A thread estimates its strength.
   * Call it last: it takes longer than any other check.
   * @param chooser the account or the link that the estimates are limited by
   * @throws 429 above the limit; 503 where the estimate does not come in time
   */
  async faultOf(password: string, chooser: string, ...names: string[]): Promise<string | undefined> {
    const lengthFault = passwordLengthFault(password);
    if (lengthFault) return lengthFault;
    await this.limits.consume(`password:${chooser}`, checksPerHour, 3600);
    const { companyName } = this.config.paymentOptions;
    return turns
      .take(() => estimates.run([password, ...names, companyName]))
      .catch((error: unknown) => {
        if (!(error instanceof WorkLimitError)) throw error;
        throw new ServiceUnavailableException('The password could not be checked in time. Please try again.');
      });
  }
}
