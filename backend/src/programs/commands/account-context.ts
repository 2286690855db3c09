import { randomUUID } from 'node:crypto';
import { HttpException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { operator } from '../../auth/users/credentials.js';
import { UsersService } from '../../auth/users/users.service.js';
import { CliError } from '../../platform/cli/cli.js';
import { AppModule } from '../app.module.js';
import type { Config } from '../settings.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { InvitationsService } from '../../auth/people/invitations.service.js';
import { TermEnds } from '../../care/personal-data/term-ends.service.js';
import { Eraser } from '../../care/personal-data/eraser.service.js';
import { PeopleService } from '../../auth/people/people.service.js';
import type { ServerKeys } from '../../platform/secrets/server-key.js';

/** The services of the command line, and the operator who calls them. */
export interface AccountServices {
  users: UsersService;
  people: PeopleService;
  invitations: InvitationsService;
  eraser: Eraser;
  termEnds: TermEnds;
  caller: Caller;
}

/**
 * Runs `work` with the server's services, none of which starts anything by itself, under the server's keys; the audit trail has its entries linked
 * at the end. Throws a CliError for a refusal by a service, such as of the last admin.
 */
export async function withAccounts(
  config: Config,
  uri: string,
  keys: ServerKeys,
  work: (services: AccountServices) => Promise<void>,
): Promise<void> {
  const context = await NestFactory.createApplicationContext(
    AppModule.register(config, uri, () => Promise.resolve(keys)),
    {
      logger: ['fatal', 'error', 'warn'],
      abortOnError: false,
    },
  );
  const get = <Service>(of: new (...parameters: never[]) => Service) =>
    context.get<Service>(of, { strict: false });
  try {
    await work({
      users: get(UsersService),
      people: get(PeopleService),
      invitations: get(InvitationsService),
      eraser: get(Eraser),
      termEnds: get(TermEnds),
      caller: { by: operator, actor: { kind: 'operator' }, ip: 'local', requestId: randomUUID() },
    });
  } catch (error) {
    throw error instanceof HttpException ? new CliError(error.message) : error;
  } finally {
    await context.close();
  }
}
