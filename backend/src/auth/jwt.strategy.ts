import type { KeyObject } from 'node:crypto';
import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { TokenPayload } from '#domain/auth';
import { messages } from '#domain/messages';
import { isId } from '#domain/rules';
import type { SignedIn } from './owner.decorator.js';
import { SERVER_KEY } from './server-key.js';
import { SessionsService } from './sessions.service.js';
import { userOf, UsersService } from './users.service.js';

/**
 * Validates the bearer token: signature, expiry, a live session, and an enabled account that still has the token's role.
 * After a change of role the session goes on with a refreshed token.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    @Inject(SERVER_KEY) key: KeyObject,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKey: key as never,
      algorithms: ['HS256'],
    });
  }

  async validate({ id, sid, role }: TokenPayload & { sid: string }): Promise<SignedIn> {
    if (!isId(id) || !isId(sid)) throw new UnauthorizedException(messages.invalidToken);
    const [session, user] = await Promise.all([this.sessions.findAlive(sid), this.users.findById(id)]);
    if (!session || !user || user.disabled || user.role !== role)
      throw new UnauthorizedException(messages.invalidToken);
    return { ...userOf(user), sessionId: sid, ...session };
  }
}
