import { LockManager, type LockHolder } from './locks.js';

const holderAt = (startedAt: number): LockHolder => ({
  startedAt,
  lockedKeys: new Set(),
  finished: Promise.resolve(),
});

it('what was written during transactions is forgotten with the last that may not have seen it, though others overlap', () => {
  const locks = new LockManager();
  let open = holderAt(locks.sequence);
  locks.opened(open);
  for (let round = 0; round < 100; round++) {
    for (let n = 0; n < 10; n++) locks.wrote(Buffer.from(`${round}-${n}`));
    locks.batchDone();
    const next = holderAt(locks.sequence);
    locks.opened(next);
    const stale = Buffer.from(`${round}-0`);
    expect(locks.hasChangedSince(stale, open)).toBe(true);
    expect(locks.hasChangedSince(stale, next)).toBe(false);
    locks.ended(open);
    open = next;
    expect(locks.rememberedCount).toBeLessThanOrEqual(10);
  }
  locks.ended(open);
  expect(locks.rememberedCount).toBe(0);
});

describe('a transaction that commits while another one is open', () => {
  it.each([
    ['still holds its locks', false],
    ['was ended by its time limit before', true],
  ])('has its writes remembered for the other one, also if it %s', (_name, isEnded) => {
    const locks = new LockManager();
    const [committing, other] = [holderAt(locks.sequence), holderAt(locks.sequence)];
    locks.opened(committing);
    locks.opened(other);
    if (isEnded) locks.ended(committing);
    const key = Buffer.from('key');
    locks.wrote(key, committing);
    locks.batchDone();
    expect(locks.hasChangedSince(key, other)).toBe(true);
    expect(() => locks.take(key, other)).toThrow(expect.objectContaining({ code: 112 }));
  });
});
