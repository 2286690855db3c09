import type { ActivityPage } from './activity.js';
import type { Comment, CommentEdit, CommentInput } from './comments.js';
import type { Duplicates, MergeInput, MergeResult, MergeUndone, MovedCounts } from './merges.js';
import type { ErasureInput, ErasurePlan, ErasureResult } from './personal-data.js';

/** The JSON of the answers to the calls about comments, merges and personal data. */
export interface CareAnswers {
  'GET /activity': ActivityPage;
  'POST /comments': Comment;
  'PATCH /comments/{id}': Comment;
  'DELETE /comments/{id}': Comment;
  'POST /comments/{id}/pin': Comment;
  'POST /comments/{id}/unpin': Comment;
  'GET /customers/{id}/duplicates': Duplicates;
  'POST /customers/{id}/different': void;
  'GET /customers/{id}/merge': MovedCounts;
  'POST /customers/{id}/merge': MergeResult;
  'POST /customers/merges/{id}/undo': MergeUndone;
  'GET /customers/{id}/erasure': ErasurePlan;
  'POST /customers/{id}/erasure': ErasureResult;
}

/** The bodies of those that the back-office sends with one. */
export interface CareBodies {
  'POST /comments': CommentInput;
  'PATCH /comments/{id}': CommentEdit;
  'DELETE /comments/{id}': { version: number };
  'POST /customers/{id}/different': { from: string };
  'POST /customers/{id}/merge': MergeInput;
  'POST /customers/{id}/erasure': ErasureInput;
}
