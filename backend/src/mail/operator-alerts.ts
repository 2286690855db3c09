import { Inject, Injectable } from '@nestjs/common';
import type { BusinessConfig } from '../platform/config/business-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import type { Mail } from './mail.schema.js';
import type { MailConfig } from './mail-settings.js';
import { type NewMail, Outbox } from './outbox.js';
import { SiteUrl } from './site-url.js';
import type { AlertFacts } from './templates/alert.js';
import { renderMail } from './templates/render-mail.js';

/** Composes the alerts to the operator that are not about a checkout. */
@Injectable()
export class OperatorAlerts {
  constructor(
    private readonly outbox: Outbox,
    private readonly site: SiteUrl,
    @Inject(CONFIG) private readonly config: MailConfig & BusinessConfig,
  ) {}

  /** Returns an alert that is still to be added to the outbox; `about` names the records that it is about. */
  compose(
    key: string,
    facts: Exclude<AlertFacts, { event: 'checkout' }>,
    about: Pick<NewMail, 'paymentId' | 'customerId'> = {},
  ): Mail {
    return this.outbox.create({
      ...about,
      kind: 'alert',
      key,
      to: this.config.mail.alerts.join(', '),
      rendered: renderMail({ kind: 'alert', facts, orders: [] }, { ...this.config, site: this.site }),
      facts,
    });
  }
}
