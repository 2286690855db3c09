import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';

/** The accounts as their admins see them. */
@Module({
  imports: [AuthModule],
  controllers: [PeopleController],
  providers: [PeopleService],
})
export class PeopleModule {}
