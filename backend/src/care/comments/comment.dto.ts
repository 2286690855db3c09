import { type CommentEdit, type CommentInput, commentEditRules, commentRules } from '#domain/care/comments';
import { requiredVersion } from '#domain/platform/rules';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

/** The body of POST /comments. */
export class CommentDto implements CommentInput {
  @ValidateWith(commentRules.customerId) customerId?: string;
  @ValidateWith(commentRules.paymentId) paymentId?: string;
  @ValidateWith(commentRules.text) text!: string;
}

/** The body of PATCH /comments/{id}. */
export class CommentEditDto implements CommentEdit {
  @ValidateWith(commentEditRules.text) text!: string;
  @ValidateWith(commentEditRules.version) version!: number;
}

/** The body of DELETE /comments/{id}. */
export class CommentDeletionDto {
  @ValidateWith(requiredVersion) version!: number;
}
