import { Global, Module } from '@nestjs/common';
import { withCollections } from '../database/collections.js';
import { Submission, SubmissionSchema } from './submission.schema.js';
import { SubmissionsService } from './submissions.service.js';

/** Submissions that make one record however often they are sent, for every feature that takes an Idempotency-Key. */
@Global()
@Module({
  imports: [withCollections([Submission, SubmissionSchema])],
  providers: [SubmissionsService],
  exports: [SubmissionsService],
})
export class SubmissionsModule {}
