import type { KeyObject } from 'node:crypto';
import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { withCollections } from '../platform/database/collections.js';
import { PassportModule } from '@nestjs/passport';
import { AccessGuard, RecentProofGuard } from './sessions/access.guard.js';
import { AccountController } from './account/account.controller.js';
import { AccountService } from './account/account.service.js';
import { AuthController } from './sign-in/auth.controller.js';
import { AuthService } from './sign-in/auth.service.js';
import { JwtStrategy } from './sessions/jwt.strategy.js';
import { PasswordGuessing } from './sign-in/password-guessing.js';
import { ProofsService } from './sign-in/proofs.service.js';
import { RequiredFactor, RequiredFactorGuard } from './second-factor/required-factor.guard.js';
import { RememberedDevices } from './sign-in/remembered-devices.js';
import { keyIdOf, SERVER_KEY } from '../platform/secrets/server-key.js';
import { PasskeyChallenge, PasskeyChallengeSchema } from './second-factor/passkey-challenge.schema.js';
import { PasskeyChallengesService } from './second-factor/passkey-challenges.service.js';
import { PasskeyCeremonies } from './second-factor/passkey-ceremonies.service.js';
import { PasskeySchema, StoredPasskey } from './second-factor/passkey.schema.js';
import { PasskeysService } from './second-factor/passkeys.service.js';
import { PasswordCheck } from './users/password-check.service.js';
import { PasskeySignInService } from './sign-in/passkey-sign-in.service.js';
import { PasskeysController } from './account/passkeys.controller.js';
import { PasskeysSetupService } from './account/passkeys-setup.service.js';
import { SecondFactor, SecondFactorSchema } from './second-factor/second-factor.schema.js';
import { SecondFactorsService } from './second-factor/second-factors.service.js';
import { SecondFactorController } from './account/second-factor.controller.js';
import { SecondFactorSetupService } from './account/second-factor-setup.service.js';
import { SecondStepService } from './sign-in/second-step.service.js';
import { EmailLink, EmailLinkSchema } from './users/email-link.schema.js';
import { EmailLinks } from './users/email-links.service.js';
import { CostlyCallsGuard, CostlyLists } from './sessions/costly-calls.guard.js';
import { FactorProofs } from './second-factor/factor-proofs.service.js';
import { SignInSchema, StoredSignIn } from './sign-in/sign-in.schema.js';
import { SignInTicket, SignInTicketSchema } from './sessions/sign-in-ticket.schema.js';
import { SignInTicketsService } from './sign-in/sign-in-tickets.service.js';
import { SignInsService } from './sign-in/sign-ins.service.js';
import { Session, SessionSchema } from './sessions/session.schema.js';
import { SessionsService } from './sessions/sessions.service.js';
import { User, UserSchema } from './users/user.schema.js';
import { UsersService } from './users/users.service.js';

@Module({
  imports: [
    PassportModule,
    JwtModule.registerAsync({
      inject: [SERVER_KEY],
      useFactory: (key: KeyObject) => ({
        secret: key as never,
        signOptions: { algorithm: 'HS256', expiresIn: '15m', keyid: keyIdOf(key) },
      }),
    }),
    withCollections(
      [User, UserSchema],
      [EmailLink, EmailLinkSchema],
      [Session, SessionSchema],
      [SignInTicket, SignInTicketSchema],
      [StoredSignIn, SignInSchema],
      [SecondFactor, SecondFactorSchema],
      [StoredPasskey, PasskeySchema],
      [PasskeyChallenge, PasskeyChallengeSchema],
    ),
  ],
  controllers: [AuthController, AccountController, SecondFactorController, PasskeysController],
  providers: [
    AuthService,
    AccountService,
    EmailLinks,
    PasswordCheck,
    PasswordGuessing,
    RememberedDevices,
    SessionsService,
    UsersService,
    JwtStrategy,
    ProofsService,
    FactorProofs,
    SecondFactorsService,
    PasskeysService,
    PasskeyChallengesService,
    PasskeyCeremonies,
    PasskeySignInService,
    PasskeysSetupService,
    SecondFactorSetupService,
    SecondStepService,
    SignInTicketsService,
    SignInsService,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RequiredFactorGuard },
    { provide: APP_GUARD, useClass: RecentProofGuard },
    { provide: APP_GUARD, useClass: CostlyCallsGuard },
    { provide: APP_INTERCEPTOR, useClass: CostlyLists },
    RequiredFactor,
  ],
  exports: [EmailLinks, PasswordCheck, SecondFactorsService, UsersService, SessionsService],
})
export class AuthModule {}
