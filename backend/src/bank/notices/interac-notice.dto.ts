import { type InteracNoticeInput, noticeRules } from '#domain/bank/notices';
import { described, requiredVersion } from '#domain/platform/rules';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

/** The allowed text of a pasted notification. */
export const noticeTextRule = described(
  (value) => {
    if (typeof value !== 'string' || !value.trim()) return 'Text is required';
    return value.length <= 50_000 ? undefined : 'Text must be at most 50000 characters';
  },
  { minLength: 1, maxLength: 50_000 },
);

export class NoticeDto {
  @ValidateWith(noticeTextRule) text!: string;
}

/** The body of PATCH /interac-notices/{id}: a field that is left out stays. */
export class NoticeCorrectionDto implements InteracNoticeInput {
  @ValidateWith(noticeRules.sender) sender?: string | null;
  @ValidateWith(noticeRules.message) message?: string | null;
  @ValidateWith(requiredVersion) version!: number;
}
