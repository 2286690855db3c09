import { Module } from '@nestjs/common';
import { withCollections } from '../../platform/database/collections.js';
import { AuthModule } from '../auth.module.js';
import { SavedViewsModule } from '../saved-views/saved-views.module.js';
import { AccountMails } from './account-mails.js';
import { EntranceController } from './entrance.controller.js';
import { EntranceService } from './entrance.service.js';
import { InvitationRecord, InvitationSchema } from './invitation.schema.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { PasswordLink, PasswordLinkSchema } from './password-link.schema.js';
import { PasswordLinks } from './password-links.service.js';
import { PeopleController } from './people.controller.js';
import { PeopleService } from './people.service.js';

/** The accounts as their admins see them, and the ways in by a link. */
@Module({
  imports: [
    AuthModule,
    SavedViewsModule,
    withCollections([InvitationRecord, InvitationSchema], [PasswordLink, PasswordLinkSchema]),
  ],
  controllers: [InvitationsController, PeopleController, EntranceController],
  providers: [AccountMails, EntranceService, InvitationsService, PasswordLinks, PeopleService],
})
export class PeopleModule {}
