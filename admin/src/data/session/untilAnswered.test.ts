import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HttpError } from '#browser/http';
import { untilAnswered } from './untilAnswered.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const noAnswer = () => Promise.reject(new HttpError('Network error', 0));

it('a call without an answer is made again', async () => {
  const call = vi.fn<() => Promise<string>>().mockImplementationOnce(noAnswer).mockResolvedValue('done');
  const answer = untilAnswered(call);
  await vi.runAllTimersAsync();
  expect(await answer).toBe('done');
  expect(call).toHaveBeenCalledTimes(2);
});

it('a call that is never answered fails with the last reason', async () => {
  const call = vi.fn(noAnswer);
  const failure = untilAnswered(call).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await failure).toMatchObject({ status: 0 });
  expect(call).toHaveBeenCalledTimes(3);
});

it('a refusal is an answer', async () => {
  const call = vi.fn(() => Promise.reject(new HttpError('Changed meanwhile', 409)));
  await expect(untilAnswered(call)).rejects.toMatchObject({ status: 409 });
  expect(call).toHaveBeenCalledOnce();
});
