import { described } from '#domain/rules';
import { ValidateWith } from '../../http/validate-with.decorator.js';

/** The allowed text of a pasted notification. */
export const noticeTextRule = described(
  (value) => {
    if (typeof value !== 'string' || !value.trim()) return 'Text is required';
    return value.length <= 50_000 ? undefined : 'Text must be at most 50000 characters';
  },
  { minLength: 1, maxLength: 50_000 },
);

export class NoticeDto {
  @ValidateWith(noticeTextRule)
  text!: string;
}
