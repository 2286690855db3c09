import { type CanActivate, type ExecutionContext, ForbiddenException, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Types } from 'mongoose';
import type { CurrentUser } from '#domain/auth/auth';
import { type Mail as ShownMail } from '#domain/mail/mail';
import { messages } from '#domain/platform/messages';
import { hideOrderTokens } from '#domain/visitor/orders';
import { can } from '#domain/platform/roles';
import { AuditService } from '../audit/audit.service.js';
import { callerOf } from '../platform/http/caller.decorator.js';
import { Outbox } from './outbox.js';

type SignedInRequest = FastifyRequest<{ Params: { id?: string } }> & { user: CurrentUser };

/** Mails about accounts are for those who read accounts. */
const readsAccounts = ({ role }: CurrentUser): boolean => can(role, 'read', 'people');

/** The condition of the mails that a person may read. */
export const readableBy = (user: CurrentUser): object =>
  readsAccounts(user) ? {} : { kind: { $ne: 'account' } };

/** Takes the links out of a mail for a person whom POST /payments/{id}/link refuses them. */
export const shownTo = <Mail extends Pick<ShownMail, 'text' | 'html'>>(user: CurrentUser, mail: Mail): Mail =>
  can(user.role, 'write', 'payments')
    ? mail
    : { ...mail, text: hideOrderTokens(mail.text), html: hideOrderTokens(mail.html) };

/** Refuses a call about one mail, named by `id`, whose reader may not read it. */
@Injectable()
export class MailAccessGuard implements CanActivate {
  constructor(
    private readonly outbox: Outbox,
    private readonly audit: AuditService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<SignedInRequest>();
    const { user, params } = request;
    if (readsAccounts(user) || !Types.ObjectId.isValid(params.id ?? '')) return true;
    const mail = await this.outbox.find(new Types.ObjectId(params.id));
    if (mail?.kind !== 'account') return true;
    const call = `${request.method} ${request.routeOptions.url ?? ''}`;
    await this.audit.noteRefusal(callerOf(request), user, call);
    throw new ForbiddenException(messages.forbidden);
  }
}
