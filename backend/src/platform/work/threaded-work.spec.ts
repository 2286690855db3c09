import { ThreadedWork } from './threaded-work.js';

/** Reads mails, in the thread of the notices. */
const workWith = (limits: { timeoutMs?: number; heapMb?: number }) =>
  new ThreadedWork<Uint8Array, string[]>('bank/notices/mail-thread.js', {
    timeoutMs: 60_000,
    heapMb: 64,
    maxConcurrent: 1,
    busy: 'Others are read',
    ...limits,
  });
const mail = (text: string) => new TextEncoder().encode(`Subject: Hello\n\n${text}`);

describe('the work of a thread', () => {
  it('returns the result, and refuses another one until then', async () => {
    const work = workWith({});
    const first = work.run(mail('text'));
    await expect(work.run(mail('late'))).rejects.toMatchObject({ status: 503, message: 'Others are read' });
    expect(await first).toContain('Hello\n\ntext\n');
    expect(await work.run(mail('next'))).toContain('Hello\n\nnext\n');
  });

  it('is done by one thread after another, or by one that is kept for a while', async () => {
    const passwords = (keptMs?: number) =>
      new ThreadedWork<string[], string | undefined>('auth/users/password-thread.js', {
        timeoutMs: 60_000,
        heapMb: 256,
        maxConcurrent: 1,
        busy: 'Others are checked',
        ...(keptMs && { keptMs }),
      });
    const check = async (work: ReturnType<typeof passwords>) => {
      expect(await work.run(['password1'])).toBe('must not be one of the most common passwords');
      expect(await work.run(['four words of no meaning'])).toBeUndefined();
    };
    await check(passwords());
    await check(passwords(60_000));
  });

  it('ends beyond its time or memory, and lets the next one begin', async () => {
    const slow = workWith({ timeoutMs: 1 });
    await expect(slow.run(mail('text'))).rejects.toMatchObject({ limit: 'time' });
    await expect(slow.run(mail('text'))).rejects.toMatchObject({ limit: 'time' });
    const large = workWith({ heapMb: 2 });
    await expect(large.run(mail('text '.repeat(1_000_000)))).rejects.toMatchObject({ limit: 'memory' });
  });
});
