import { type ErasureInput, erasureRules } from '#domain/care/personal-data';
import { ValidateWith } from '../../platform/http/validate-with.decorator.js';

/** The body of POST /customers/{id}/erasure. */
export class ErasureDto implements ErasureInput {
  @ValidateWith(erasureRules.reason)
  reason!: string;

  @ValidateWith(erasureRules.name)
  name!: string;
}
