import { BadRequestException } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { refusals } from '#domain/texts/en/refusals';

const pattern = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';
const uuid = new RegExp(pattern);

/** Describes the header of a call that makes a record. */
export const ApiIdempotencyKey = (record: string): MethodDecorator =>
  ApiHeader({
    name: 'Idempotency-Key',
    description: `A UUID; the same key gives the same ${record}`,
    required: false,
    schema: { type: 'string', pattern },
  });

/** The Idempotency-Key header: a UUID in lower case, or undefined where there is none. Throws a 400 for anything else. */
export function readIdempotencyKey(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !uuid.test(header)) throw new BadRequestException(refusals.keyNotUuid);
  return header.toLowerCase();
}
