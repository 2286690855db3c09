import { Inject, Injectable } from '@nestjs/common';
import { mailboxKey } from '#domain/customers/customers';
import type { MailConfig } from './mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import { clientNetwork } from '../platform/http/client-network.js';
import { RateLimitService } from '../platform/rate-limit/rate-limit.service.js';
import { Outbox } from './outbox.js';
import { OperatorAlerts } from './operator-alerts.js';

const hour = 3600;

/** The mailbox that a limit counts: without dots, too, which many providers pass over, as mail servers do a last one. */
const countedMailbox = (email: string): string => mailboxKey(email).replaceAll('.', '');

/** The mails that a stranger's payment may cause. */
export interface AllowedMails {
  /** The reason for which the checkout's instructions are not sent; undefined where they are. */
  refusal?: string;
  /** True where the operator is told of this payment by a mail of its own. */
  isAlerted: boolean;
}

/**
 * Limits the mails that strangers can cause in an hour: to one mailbox, from one network, and in all. A payment is
 * recorded in any case, as a limit of purchases could be aimed at another visitor.
 */
@Injectable()
export class MailLimits {
  constructor(
    private readonly limits: RateLimitService,
    private readonly outbox: Outbox,
    private readonly alerts: OperatorAlerts,
    @Inject(CONFIG) private readonly config: MailConfig,
  ) {}

  /** Counts the mails of a checkout. */
  async ofCheckout(email: string, ip: string): Promise<AllowedMails> {
    const [refusal, isAlerted] = await Promise.all([this.refusalOf(email, ip), this.mayAlert()]);
    return { ...(refusal && { refusal }), isAlerted };
  }

  private async refusalOf(email: string, ip: string): Promise<string | undefined> {
    const { mailsPerHour } = this.config;
    const share = (part: number) => Math.max(1, Math.floor(mailsPerHour / part));
    const usedUp = await this.limits.consumeInOrder(
      [
        {
          key: `mails:mailbox:${countedMailbox(email)}`,
          limit: share(100),
          refusal: 'Not sent: this address was sent enough mails in this hour',
        },
        {
          key: `mails:address:${clientNetwork(ip)}`,
          limit: share(20),
          refusal: 'Not sent: this visitor caused enough mails in this hour',
        },
        {
          key: 'mails',
          limit: mailsPerHour,
          refusal: 'Not sent: enough mails were sent in this hour (RATE_LIMIT_MAILS)',
        },
      ],
      hour,
    );
    return usedUp?.refusal;
  }

  /** Counts an alert. Returns false above the limit, where the hour's digest stands for it. */
  async mayAlert(): Promise<boolean> {
    if (!this.config.mail.alerts.length) return false;
    const atMost = Math.max(1, Math.floor(this.config.mailsPerHour / 50));
    const usedUp = await this.limits.consumeInOrder([{ key: 'mails:alerts', limit: atMost }], hour);
    if (!usedUp) return true;
    const facts = { event: 'digest', atMost } as const;
    const [day, time] = new Date().toISOString().split('T') as [string, string];
    await this.outbox.addOnce(this.alerts.compose(`alert:digest:${day}T${time.slice(0, 2)}`, facts));
    return false;
  }
}
