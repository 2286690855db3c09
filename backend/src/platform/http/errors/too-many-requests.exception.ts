import { HttpException } from '@nestjs/common';
import { refusals } from '#domain/texts/en/refusals';

/** 429 with `Retry-After`: the seconds after which another try makes sense. */
export class TooManyRequestsException extends HttpException {
  constructor(
    readonly retryAfterSeconds: number,
    message = refusals.tooMany,
    /** True for the first request of the window that is refused. */
    readonly isFirst = false,
  ) {
    super({ message }, 429);
  }
}
