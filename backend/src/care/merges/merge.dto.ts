import { type MergeInput, mergeRules } from '#domain/care/merges';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

/** The body of POST /customers/{id}/merge. */
export class MergeDto implements MergeInput {
  @ValidateWith(mergeRules.from) from!: string;
  @ValidateWith(mergeRules.fields) fields?: NonNullable<MergeInput['fields']>;
  @ValidateWith(mergeRules.versions) versions!: MergeInput['versions'];
}

/** The body of POST /customers/{id}/different. */
export class DifferentDto {
  @ValidateWith(mergeRules.from) from!: string;
}
