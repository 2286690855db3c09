import type { Identifier } from 'react-admin';
import type { ActivityKind, ActivityPage } from '#domain/care/activity';
import type { Comment, CommentEdit, CommentInput } from '#domain/care/comments';
import { messages } from '#domain/platform/messages';
import { request } from '../session/request.js';
import { withDefaultMessage } from '../apiErrors.js';
import { listQuery } from '../listQuery.js';

/** The customer or payment whose timeline is shown. */
export type TimelineOwner = { customerId: string } | { paymentId: string };

interface TimelineQuery {
  /** Only items of this kind; empty for all. */
  kind: ActivityKind | '';
  after?: string;
  signal?: AbortSignal;
}

const commentPath = (id: Identifier) => `/comments/${encodeURIComponent(id)}`;

const write = async (method: string, path: string, body: unknown = {}, key?: string): Promise<Comment> => {
  const headers = key ? { 'Idempotency-Key': key } : undefined;
  const call = request(path, { method, body: JSON.stringify(body), ...(headers && { headers }) });
  return (await withDefaultMessage(messages.writeComment, call)).json as Comment;
};

/** API calls for the timeline of a customer or payment, and for its comments. */
export const commentMethods = {
  /** A page of the timeline, newest first. */
  getTimeline: async (
    owner: TimelineOwner,
    { kind, after, signal }: TimelineQuery,
  ): Promise<ActivityPage> => {
    const query = listQuery({ filter: { ...owner, ...(kind && { kind }) }, ...(after && { after }) });
    const call = request(`/activity${query}`, { signal });
    return (await withDefaultMessage(messages.fetchActivity, call)).json as ActivityPage;
  },

  /** Leaves a comment; with the same key once. */
  leaveComment: (input: CommentInput, key: string): Promise<Comment> =>
    write('POST', '/comments', input, key),

  editComment: (id: Identifier, input: CommentEdit): Promise<Comment> =>
    write('PATCH', commentPath(id), input),

  deleteComment: (id: Identifier, version: number): Promise<Comment> =>
    write('DELETE', commentPath(id), { version }),

  pinComment: (id: Identifier, isPinned: boolean): Promise<Comment> =>
    write('POST', `${commentPath(id)}/${isPinned ? 'pin' : 'unpin'}`),
};
