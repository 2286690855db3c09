import { Inject, Injectable } from '@nestjs/common';
import { hiddenToken } from '#domain/mail/mail';
import { pages } from '#domain/platform/pages';
import { deviceName } from '../sessions/device.js';
import { UsersService } from '../users/users.service.js';
import type { Change } from '../../platform/changes/change.js';
import { InChange } from '../../platform/changes/subscribers.js';
import type { BusinessConfig } from '../../platform/config/business-settings.js';
import { CONFIG } from '../../platform/config/config.module.js';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import type { Mail } from '../../mail/mail.schema.js';
import { Outbox } from '../../mail/outbox.js';
import { SiteUrl } from '../../mail/site-url.js';
import {
  type AccountFacts,
  type AccountLinkFacts,
  isAccountNotice,
  momentText,
} from '../../mail/templates/account.js';
import { renderMail } from '../../mail/templates/render-mail.js';

/** Labels of the fields of a change that its mail shows. */
const fieldLabels: Record<string, string> = {
  email: 'New address',
  name: 'Passkey',
  passkey: 'Passkey',
  recoveryCodes: 'Recovery codes left',
};

/** The pages of links, which take a token. */
const linkPages = {
  forgotten: pages.resetPassword,
  invitation: pages.invitation,
  'confirm-email': pages.confirmEmail,
} satisfies Record<AccountLinkFacts['event'], string>;

/** Writes the mails about accounts. They are never held back, as their reader may have to act. */
@Injectable()
export class AccountMails {
  constructor(
    private readonly users: UsersService,
    private readonly outbox: Outbox,
    private readonly site: SiteUrl,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  /** Tells the owners of accounts what was changed, each in the transaction of the change. */
  @InChange('accounts', 'mail')
  async accountsChanged(changes: readonly Change<'accounts'>[], unit: UnitOfWork): Promise<void> {
    for (const change of changes) await this.tell(change, unit);
  }

  private async tell(change: Change<'accounts'>, unit: UnitOfWork): Promise<void> {
    const { caller, action, before, after, id, note, fields = [], facts: link } = change;
    const userId = id ?? (after ?? before)?._id;
    if (!caller || !userId || (!link && !isAccountNotice(action))) return;
    const user = after ?? before ?? (await this.users.findInside(userId, unit));
    if (!user) return;
    if (link) {
      const { email, token, expiresAt } = link;
      const { mail } = this.composeLink(
        email,
        { event: 'confirm-email', username: user.username, expiresAt },
        token,
      );
      return this.outbox.add([mail], unit);
    }
    if (!isAccountNotice(action)) return;
    const rows: (readonly [string, string])[] = [
      ['Account', user.username],
      ['Time', momentText(new Date(), this.config.calendar)],
      ...(caller.by === user.username ? [] : [['By', caller.by] as const]),
      ...(caller.userAgent ? [['Device', deviceName(caller.userAgent)] as const] : []),
      ...(caller.ip === 'local' ? [] : [['Network address', caller.ip] as const]),
      ...fields.flatMap(({ field, from, to }) => {
        const label = fieldLabels[field];
        // A removed passkey is named as well.
        const value = to ?? from;
        return label && (typeof value === 'string' || typeof value === 'number')
          ? [[label, String(value)] as const]
          : [];
      }),
      ...(note ? [['Reason', note] as const] : []),
    ];
    const facts = { event: action, rows, url: this.site.url + pages.account };
    // A changed address is told to the one before: the other one was confirmed by a mail of its own.
    const former = action === 'email' && fields.find(({ field }) => field === 'email')?.from;
    await this.outbox.add([this.compose(typeof former === 'string' ? former : user.email, facts)], unit);
  }

  private compose(to: string, facts: AccountFacts, token?: string): Mail {
    const rendered = renderMail({ kind: 'account', orders: [], facts }, { ...this.config, site: this.site });
    return this.outbox.create({ kind: 'account', to, rendered, facts, ...(token && { token }) });
  }

  /**
   * The mail of a link to a page that takes a token, to be added to the outbox, and the link. The token is the fragment
   * of the address, which browsers send to no server; the stored mail has it sealed, until it is sent.
   */
  composeLink(to: string, facts: AccountLinkFacts, token: string): { mail: Mail; url: string } {
    const address = this.site.url + linkPages[facts.event];
    const mail = this.compose(to, { ...facts, url: `${address}${hiddenToken}` }, token);
    return { mail, url: `${address}#${token}` };
  }
}
