import type { Identifier } from 'react-admin';
import { messages } from '#domain/platform/messages';
import type { Invitation, InvitationInput, PeopleNames, Person } from '#domain/auth/people';
import type { Role } from '#domain/platform/roles';
import { withDefaultMessage } from '../apiErrors.js';
import { request } from '../session/request.js';
import { type WithId, withId } from '../withId.js';

export type PersonRecord = WithId<Person>;

const personPath = (id: Identifier, part = '') => `/people/${encodeURIComponent(id)}${part}`;
const invitationPath = (id: string, part = '') => `/people/invitations/${encodeURIComponent(id)}${part}`;

async function write<Answer = void>(method: string, path: string, body?: object): Promise<Answer> {
  const options = { method, ...(body && { body: JSON.stringify(body) }) };
  return (await withDefaultMessage(messages.changePerson, request(path, options))).json as Answer;
}

/** API calls for people and invitations that react-admin has no method for. */
export const peopleMethods = {
  setPersonRole: async (id: Identifier, role: Role): Promise<PersonRecord> =>
    withId(await write<Person>('PATCH', personPath(id), { role })),
  setPersonDisabled: async (id: Identifier, disabled: boolean): Promise<PersonRecord> =>
    withId(await write<Person>('POST', personPath(id, disabled ? '/disable' : '/enable'))),
  deletePerson: (id: Identifier) => write('DELETE', personPath(id)),
  endPersonSessions: (id: Identifier) => write('DELETE', personPath(id, '/sessions')),
  /** Removes the second factor of a person who has lost it; the reason is told to them. */
  resetSecondFactor: (id: Identifier, reason: string) =>
    write('DELETE', personPath(id, '/second-factor'), { reason }),

  /** The names of the accounts that can sign in, for every role. */
  getPeopleNames: async (signal?: AbortSignal): Promise<string[]> => {
    const call = request('/people/names', { signal });
    return ((await withDefaultMessage(messages.fetchPeople, call)).json as PeopleNames).names;
  },

  getInvitations: async (signal?: AbortSignal): Promise<Invitation[]> => {
    const call = request('/people/invitations', { signal });
    const { json } = await withDefaultMessage(messages.fetchPeople, call);
    return (json as { invitations: Invitation[] }).invitations;
  },
  invite: (input: InvitationInput) => write<Invitation>('POST', '/people/invitations', input),
  resendInvitation: (id: string) => write<Invitation>('POST', invitationPath(id, '/resend')),
  withdrawInvitation: (id: string) => write('DELETE', invitationPath(id)),
};
