import { Inject, Injectable } from '@nestjs/common';
import type { MailConfig } from '../mail/mail-settings.js';
import { CONFIG } from '../platform/config/config.module.js';
import type { Mail } from '../mail/mail.schema.js';
import { type NewMail, Outbox } from '../mail/outbox.js';
import type { AlertFacts } from '../mail/templates/alert.js';
import { MailRenderer } from './mail-renderer.js';

/** Composes the alerts to the operator that are not about a checkout. */
@Injectable()
export class OperatorAlerts {
  constructor(
    private readonly outbox: Outbox,
    private readonly renderer: MailRenderer,
    @Inject(CONFIG) private readonly config: MailConfig,
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
      rendered: this.renderer.render({ kind: 'alert', facts }, []),
      facts,
    });
  }
}
