import { type ErasureInput, erasureRules } from '#domain/care/personal-data';
import { bodyOf } from '../../platform/http/validate-with.decorator.js';

/** The body of POST /customers/{id}/erasure. */
export class ErasureDto extends bodyOf<ErasureInput>(erasureRules) {}
