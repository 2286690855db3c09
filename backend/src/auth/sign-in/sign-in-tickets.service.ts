import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import type { UnitOfWork } from '../../platform/database/transactions/unit-of-work.js';
import { SignInTicket } from '../sessions/sign-in-ticket.schema.js';
import type { User } from '../users/user.schema.js';

/** Lifetime of a ticket, in milliseconds. */
const lifetime = 5 * 60_000;
/** The answers that a ticket takes. */
const maximumAnswers = 5;

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const accountMark = ({ passwordHash, role }: User): string => digest(JSON.stringify([passwordHash, role]));

/** Tickets of sign-ins that wait for a second step: random, hashed at rest, for one sign-in. */
@Injectable()
export class SignInTicketsService {
  constructor(@InjectModel(SignInTicket.name) private readonly tickets: Model<SignInTicket>) {}

  async issue(user: User, device: string | undefined): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    await this.tickets.create({
      _id: digest(ticket),
      userId: user._id,
      account: accountMark(user),
      ...(device && { device }),
      answers: 0,
      expiresAt: new Date(Date.now() + lifetime),
    });
    return ticket;
  }

  /** Returns the open sign-in of a ticket. */
  find(ticket: string): Promise<SignInTicket | null> {
    return this.tickets.findOne({ _id: digest(ticket), expiresAt: { $gt: new Date() } }).lean();
  }

  /** Returns whether the account is as it was at the first step. */
  isFor({ account }: SignInTicket, user: User): boolean {
    return !user.disabled && account === accountMark(user);
  }

  /** Counts an answer before it is checked. Returns false where the ticket was spent or takes no more. */
  async countAnswer({ _id }: SignInTicket): Promise<boolean> {
    const { matchedCount } = await this.tickets.updateOne(
      { _id, answers: { $lt: maximumAnswers } },
      { $inc: { answers: 1 } },
    );
    return matchedCount === 1;
  }

  /** Spends the ticket in the transaction that opens its session. Returns false where it was spent already. */
  async spend({ _id }: SignInTicket, { session }: UnitOfWork): Promise<boolean> {
    const { deletedCount } = await this.tickets.deleteOne({ _id }, { session });
    return deletedCount === 1;
  }
}
