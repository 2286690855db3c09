import { Inject, Injectable } from '@nestjs/common';
import type { AccountConfig } from '../users/account-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { SecondFactorsService } from './second-factors.service.js';
import type { User } from '../users/user.schema.js';

/** The second factor that REQUIRE_SECOND_FACTOR asks of roles. */
@Injectable()
export class RequiredFactor {
  constructor(
    private readonly factors: SecondFactorsService,
    @Inject(CONFIG) private readonly config: AccountConfig,
  ) {}

  /** Returns whether the account has to set up a second factor before anything else. */
  async isMissing({ _id, role }: Pick<User, '_id' | 'role'>): Promise<boolean> {
    const isRequired = (this.config.requireSecondFactor as readonly string[]).includes(role);
    return isRequired && !(await this.factors.isSetUp(_id));
  }
}
