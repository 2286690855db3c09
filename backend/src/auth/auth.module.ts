import type { KeyObject } from 'node:crypto';
import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { JwtModule } from '@nestjs/jwt';
import { MongooseModule } from '@nestjs/mongoose';
import { PassportModule } from '@nestjs/passport';
import { AccessGuard } from './access.guard.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { AuthController } from './auth.controller.js';
import { AuthService } from './auth.service.js';
import { JwtStrategy } from './jwt.strategy.js';
import { PasswordGuessing } from './password-guessing.js';
import { ProofsService } from './proofs.service.js';
import { RecentProofGuard } from './recent-proof.guard.js';
import { RequiredFactor } from './required-factor.service.js';
import { RequiredFactorGuard } from './required-factor.guard.js';
import { RememberedDevices } from './remembered-devices.js';
import { keyIdOf, SERVER_KEY } from '../secrets/server-key.js';
import { PasskeyChallenge, PasskeyChallengeSchema } from './second-factor/passkey-challenge.schema.js';
import { PasskeyChallengesService } from './second-factor/passkey-challenges.service.js';
import { PasskeyCeremonies } from './second-factor/passkey-ceremonies.service.js';
import { PasskeySchema, StoredPasskey } from './second-factor/passkey.schema.js';
import { PasskeysService } from './second-factor/passkeys.service.js';
import { PasswordCheck } from './password-check.service.js';
import { PasskeySignInService } from './passkey-sign-in.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { PasskeysSetupService } from './passkeys-setup.service.js';
import { SecondFactor, SecondFactorSchema } from './second-factor/second-factor.schema.js';
import { SecondFactorsService } from './second-factor/second-factors.service.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SecondFactorSetupService } from './second-factor-setup.service.js';
import { SecondStepService } from './second-step.service.js';
import { EmailLink, EmailLinkSchema } from './email-link.schema.js';
import { EmailLinks } from './email-links.service.js';
import { CostlyCallsGuard } from './costly-calls.guard.js';
import { FactorProofs } from './factor-proofs.service.js';
import { PersonalViews, PersonalViewsSchema } from './saved-view.schema.js';
import { SavedViewsController } from './saved-views.controller.js';
import { SavedViewsService } from './saved-views.service.js';
import { SignInSchema, StoredSignIn } from './sign-in.schema.js';
import { SignInTicket, SignInTicketSchema } from './sign-in-ticket.schema.js';
import { SignInTicketsService } from './sign-in-tickets.service.js';
import { SignInsService } from './sign-ins.service.js';
import { Session, SessionSchema } from './session.schema.js';
import { SessionsService } from './sessions.service.js';
import { User, UserSchema } from './user.schema.js';
import { UsersService } from './users.service.js';

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
    MongooseModule.forFeature([
      { name: User.name, schema: UserSchema },
      { name: EmailLink.name, schema: EmailLinkSchema },
      { name: Session.name, schema: SessionSchema },
      { name: SignInTicket.name, schema: SignInTicketSchema },
      { name: StoredSignIn.name, schema: SignInSchema },
      { name: SecondFactor.name, schema: SecondFactorSchema },
      { name: StoredPasskey.name, schema: PasskeySchema },
      { name: PersonalViews.name, schema: PersonalViewsSchema },
      { name: PasskeyChallenge.name, schema: PasskeyChallengeSchema },
    ]),
  ],
  controllers: [
    AuthController,
    AccountController,
    SecondFactorController,
    PasskeysController,
    SavedViewsController,
  ],
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
    SavedViewsService,
    SignInTicketsService,
    SignInsService,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RequiredFactorGuard },
    { provide: APP_GUARD, useClass: RecentProofGuard },
    { provide: APP_GUARD, useClass: CostlyCallsGuard },
    RequiredFactor,
  ],
  exports: [
    EmailLinks,
    PasswordCheck,
    SecondFactorsService,
    SavedViewsService,
    UsersService,
    SessionsService,
  ],
})
export class AuthModule {}
