import { Controller, Get, Inject } from '@nestjs/common';
import type { CurrentUser } from '#domain/auth/auth';
import type { Counts } from '#domain/office/counts';
import { attentions } from '#domain/ledger/ways';
import { CardEventQueries } from '../../cards/events/card-event-queries.js';
import { PayoutQueries } from '../../payouts/payout-queries.service.js';
import type { CardConfig } from '../../payments/options/card-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { Reads } from '../../platform/http/access.decorators.js';
import { FromUser } from '../../platform/http/caller.decorator.js';
import { MailService } from '../../mail/mail.service.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { PaymentQueries } from '../../payments/lists/payment-queries.js';
import { BankTransactionsService } from '../../bank/transactions/bank-transactions.service.js';
import { OverdueService } from './overdue.service.js';

@Controller('counts')
export class CountsController {
  constructor(
    private readonly payments: PaymentQueries,
    private readonly overdue: OverdueService,
    private readonly transactions: BankTransactionsService,
    private readonly mails: MailService,
    private readonly cards: CardEventQueries,
    private readonly payouts: PayoutQueries,
    @Inject(CONFIG) private readonly config: PaymentConfig & CardConfig,
  ) {}

  /** Overdue payments, bank transactions and card events that wait for an admin, and the state of sending mails. */
  @Reads('reports')
  @Get()
  async counts(@FromUser() user: CurrentUser): Promise<Counts> {
    const [overdue, saidSent, waiting, lettersMissing, mails, cards, counted] = await Promise.all([
      this.overdue.count(),
      this.payments.count({ status: 'pending', saidSent: 'yes' }),
      this.transactions.countWaiting(),
      this.payments.count({ lettersMissing: 'true' }),
      this.mails.status(user),
      this.config.cards.secrets.length ? this.countCards() : undefined,
      Promise.all(attentions.map((attention) => this.payments.count({ attention }))),
    ]);
    const { timeZone } = this.config.calendar;
    const attention = Object.fromEntries(
      attentions.map((name, index) => [name, counted[index]!]),
    ) as Counts['attention'];
    const documents = this.config.paymentOptions.company && { documents: true as const };
    return {
      overdue,
      saidSent,
      ...waiting,
      attention,
      lettersMissing,
      mails,
      timeZone,
      ...(cards && { cards }),
      ...documents,
    };
  }

  private async countCards(): Promise<Counts['cards']> {
    const [cards, payouts] = await Promise.all([this.cards.counts(), this.payouts.counts()]);
    return { ...cards, ...(payouts && { payouts }) };
  }
}
