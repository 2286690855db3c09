import { HttpException } from '@nestjs/common';

/** 429 with `Retry-After`: the seconds after which another try makes sense. */
export class TooManyRequestsException extends HttpException {
  constructor(
    readonly retryAfterSeconds: number,
    message = 'Too many requests. Please try again later.',
    /** True for the first request of the window that is refused. */
    readonly isFirst = false,
  ) {
    super({ message }, 429);
  }
}
