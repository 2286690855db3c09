import { type ErasureInput, erasureRules } from '#domain/personalData';
import { ValidateWith } from '../http/validate-with.decorator.js';

/** The body of POST /customers/{id}/erasure. */
export class ErasureDto implements ErasureInput {
  @ValidateWith(erasureRules.reason)
  reason!: string;

  @ValidateWith(erasureRules.name)
  name!: string;
}
