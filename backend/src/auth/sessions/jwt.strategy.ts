import type { KeyObject } from 'node:crypto';
import { Inject, Injectable, UnauthorizedException } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { ExtractJwt, Strategy } from 'passport-jwt';
import type { TokenPayload } from '#domain/auth/auth';
import { messages } from '#domain/platform/messages';
import { isId } from '#domain/platform/rules';
import type { SignedIn } from './owner.decorator.js';
import { keyIdOf, SERVER_KEYS, type ServerKeys } from '../../platform/secrets/server-key.js';
import { SessionsService } from './sessions.service.js';
import { userOf, UsersService } from '../users/users.service.js';

/** Returns the key that a token names: the former one only while the secret is being replaced. */
function keyOfToken([key, former]: ServerKeys, token: string): KeyObject {
  if (!former) return key;
  const [header = ''] = token.split('.', 1);
  return header === headerUnder(former) ? former : key;
}

const headerUnder = (key: KeyObject): string =>
  Buffer.from(JSON.stringify({ alg: 'HS256', typ: 'JWT', kid: keyIdOf(key) })).toString('base64url');

/**
 * Validates the bearer token: signature, expiry, a live session, and an enabled account that still has the token's role.
 * After a change of role the session goes on with a refreshed token.
 */
@Injectable()
export class JwtStrategy extends PassportStrategy(Strategy) {
  constructor(
    @Inject(SERVER_KEYS) keys: ServerKeys,
    private readonly sessions: SessionsService,
    private readonly users: UsersService,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      secretOrKeyProvider: (_: unknown, token: string, done: (error: unknown, key: never) => void) =>
        done(null, keyOfToken(keys, token) as never),
      algorithms: ['HS256'],
    });
  }

  async validate({ id, sid, role, exp }: TokenPayload & { sid: string }): Promise<SignedIn> {
    // The library takes a token without an end.
    if (!isId(id) || !isId(sid) || typeof exp !== 'number')
      throw new UnauthorizedException(messages.invalidToken);
    const [session, user] = await Promise.all([this.sessions.findAlive(sid), this.users.findById(id)]);
    if (!session || !user || user.disabled || user.role !== role)
      throw new UnauthorizedException(messages.invalidToken);
    return { ...userOf(user), sessionId: sid, ...session };
  }
}
