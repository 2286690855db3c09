import { createBatchLoader } from './batch-loader.js';

/** A batch loader and its recorded calls, each answered when the test does so. */
function asked() {
  const calls: { questions: readonly string[]; answer: () => void; fail: (error: Error) => void }[] = [];
  const ask = createBatchLoader(
    (questions: readonly string[]) =>
      new Promise<string[]>((resolve, reject) => {
        const answer = () => resolve(questions.map((question) => `${question}!`));
        calls.push({ questions, answer, fail: reject });
      }),
  );
  return { ask, calls };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('questions that come together', () => {
  it('are asked as one call while another is on its way, and answered in their order', async () => {
    const { ask, calls } = asked();
    const first = ask('a');
    await settled();
    const others = [ask('b'), ask('c'), ask('b')];
    await settled();
    expect(calls.map(({ questions }) => questions)).toEqual([['a']]);
    calls[0]?.answer();
    await settled();
    expect(calls.map(({ questions }) => questions)).toEqual([['a'], ['b', 'c', 'b']]);
    calls[1]?.answer();
    expect(await Promise.all([first, ...others])).toEqual(['a!', 'b!', 'c!', 'b!']);
  });

  it('are never answered by a call that began before them', async () => {
    const { ask, calls } = asked();
    const first = ask('a');
    await settled();
    const second = ask('a');
    calls[0]?.answer();
    await first;
    await settled();
    expect(calls).toHaveLength(2);
    calls[1]?.answer();
    expect(await second).toBe('a!');
  });

  it('fail with the call that asked them, and with no other', async () => {
    const { ask, calls } = asked();
    const first = ask('a');
    await settled();
    const second = ask('b');
    calls[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    calls[1]?.answer();
    expect(await second).toBe('b!');
  });

  it('do not wait for a call that never answers', async () => {
    const { ask, calls } = asked();
    void ask('a');
    await settled();
    const second = ask('b');
    while (calls.length < 2) await settled();
    calls[1]?.answer();
    expect(await second).toBe('b!');
  });
});
