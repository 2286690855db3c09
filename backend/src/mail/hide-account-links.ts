import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { CurrentUser } from '#domain/auth';
import { can } from '#domain/roles';
import type { Mail } from './mail.schema.js';

/** The token of a link: the fragment of an address (people/link-token.ts). */
const token = /#[\w-]{40,}/g;

const hide = (text: string): string => text.replace(token, '#…');

/** Removes the tokens of account mails from the responses to those who may not write accounts. */
@Injectable()
export class HideAccountLinks implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { user } = context.switchToHttp().getRequest<FastifyRequest & { user: CurrentUser }>();
    if (can(user.role, 'write', 'people')) return next.handle();
    return next.handle().pipe(
      map((body) => {
        const { kind, text, html } = (body ?? {}) as Partial<Mail>;
        if (kind !== 'account' || text === undefined || html === undefined) return body;
        return { ...(body as Mail), text: hide(text), html: hide(html) };
      }),
    );
  }
}
