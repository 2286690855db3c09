import { HttpError } from '#browser/http';

const tries = 3;
const pauseMs = 1000;

/** True for a failed call that may have been executed without a response. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status === 503);

/** Makes a call again while its outcome is unknown, some times; a repeated call must change nothing twice. */
export async function untilAnswered<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let left = tries - 1; ; left--)
    try {
      return await call();
    } catch (error) {
      if (left === 0 || !isUnanswered(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
}
