import { Turns } from './turns.js';

describe('turns', () => {
  it('are taken in order, a few at once, and passed on by those that fail', async () => {
    const turns = new Turns(2, 60_000);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const works = Array.from({ length: 9 }, (_, number) =>
      turns.take(async () => {
        begun.push(number);
        most = Math.max(most, (running += 1));
        await new Promise(setImmediate);
        running -= 1;
        if (number % 3 === 0) throw new Error('failed');
        return number;
      }),
    );
    const results = await Promise.allSettled(works);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).toBe(2);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(3);
    expect(await turns.take(async () => 'later')).toBe('later');
  });

  it('are given up by those who have waited too long, whose work is not begun later', async () => {
    const turns = new Turns(1, 20);
    let release = () => {};
    const begun: string[] = [];
    const first = turns.take(() => new Promise<void>((resolve) => (release = resolve)));
    const late = turns.take(async () => begun.push('late'));
    await expect(late).rejects.toMatchObject({ status: 503 });
    const next = turns.take(async () => begun.push('next'));
    release();
    await Promise.all([first, next]);
    expect(begun).toEqual(['next']);
  });

  it('rest after their work while many wait, and not once these have waited for long', async () => {
    const clock = jest.useFakeTimers({ now: 0 });
    try {
      const turns = new Turns(1, 10_000);
      const begun: number[] = [];
      const works = Array.from({ length: 70 }, () =>
        turns.take(async () => {
          begun.push(Math.round(performance.now()));
          // On the test's own clock.
          // oxlint-disable-next-line tests/no-fixed-wait
          await new Promise((resolve) => setTimeout(resolve, 100));
        }),
      );
      await clock.advanceTimersByTimeAsync(10_000);
      await Promise.all(works);
      const pauses = begun.slice(1).map((at, index) => at - begun[index]! - 100);
      // Of the second, who has waited for 100 ms, and of those who have waited for more than four tenths of the timeout.
      expect(pauses[0]).toBe(97);
      expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((a, b) => b - a));
      expect(pauses.at(-2)).toBe(0);
    } finally {
      clock.useRealTimers();
    }
  });
});
