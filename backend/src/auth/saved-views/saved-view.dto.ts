import { type SavedViewInput, type ViewList, viewRules } from '#domain/auth/views';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

/** The body of PUT /account/views. */
export class SavedViewDto implements SavedViewInput {
  @ValidateWith(viewRules.list) list!: ViewList;
  @ValidateWith(viewRules.name) name!: string;
  @ValidateWith(viewRules.search, { trim: false }) search!: string;
}
