import { BadRequestException } from '@nestjs/common';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The Idempotency-Key header: a UUID in lower case, or undefined where there is none. Throws a 400 for anything else. */
export function readIdempotencyKey(header: unknown): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !uuid.test(header))
    throw new BadRequestException('Idempotency-Key takes a UUID');
  return header.toLowerCase();
}
