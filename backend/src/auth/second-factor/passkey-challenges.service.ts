import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PasskeyChallenge } from './passkey-challenge.schema.js';

/** Time within which a challenge has to be answered, in milliseconds. */
export const challengeLifetime = 5 * 60_000;

const digest = (challenge: string): string => createHash('sha256').update(challenge).digest('base64url');

/** Challenges for passkeys: stored hashed, each for one use and one answer. */
@Injectable()
export class PasskeyChallengesService {
  constructor(@InjectModel(PasskeyChallenge.name) private readonly challenges: Model<PasskeyChallenge>) {}

  async keep(challenge: string, purpose: string): Promise<void> {
    const expiresAt = new Date(Date.now() + challengeLifetime);
    await this.challenges.create({ _id: digest(challenge), purpose, expiresAt });
  }

  /** Takes the challenge of an answer. Returns false for an unknown, used or expired one, and for another use. */
  async take(challenge: string, purpose: string): Promise<boolean> {
    const { deletedCount } = await this.challenges.deleteOne({
      _id: digest(challenge),
      purpose,
      expiresAt: { $gt: new Date() },
    });
    return deletedCount === 1;
  }
}
