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
import { RememberedDevices } from './remembered-devices.js';
import { SERVER_KEY } from './server-key.js';
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
        signOptions: { algorithm: 'HS256', expiresIn: '15m' },
      }),
    }),
    MongooseModule.forFeature([
      { name: User.name, schema: UserSchema },
      { name: Session.name, schema: SessionSchema },
    ]),
  ],
  controllers: [AuthController, AccountController],
  providers: [
    AuthService,
    AccountService,
    PasswordGuessing,
    RememberedDevices,
    SessionsService,
    UsersService,
    JwtStrategy,
    ProofsService,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: RecentProofGuard },
  ],
  exports: [UsersService, SessionsService],
})
export class AuthModule {}
