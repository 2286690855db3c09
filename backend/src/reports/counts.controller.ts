import { Controller, Get } from '@nestjs/common';
import { adminRole } from '#domain/auth';
import type { Counts } from '#domain/counts';
import { Roles } from '../http/access.decorators.js';
import { MailService } from '../mail/mail.service.js';
import { BankTransactionsService } from '../reconciliation/transactions/bank-transactions.service.js';
import { OverdueService } from './overdue.service.js';

@Roles(adminRole)
@Controller('counts')
export class CountsController {
  constructor(
    private readonly overdue: OverdueService,
    private readonly transactions: BankTransactionsService,
    private readonly mails: MailService,
  ) {}

  /** Overdue payments and bank transactions that wait for an admin, and the state of sending mails. */
  @Get()
  async counts(): Promise<Counts> {
    const [overdue, waiting, mails] = await Promise.all([
      this.overdue.count(),
      this.transactions.countWaiting(),
      this.mails.status(),
    ]);
    return { overdue, ...waiting, mails };
  }
}
