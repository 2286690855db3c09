import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { BodyMemory } from './raw-body.js';

const requestOf = (text: string) =>
  ({ body: Readable.from([Buffer.from(text)]), headers: {} }) as unknown as FastifyRequest;

describe('the memory for bodies that wait', () => {
  it('takes so many bytes in all, and has their room again once they are answered, or refused', async () => {
    const memory = new BodyMemory(10);
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let kept = '';
    const first = memory.keep(requestOf('123456'), 100, async (body) => {
      kept = body.toString();
      await answered;
    });
    await new Promise(setImmediate);
    expect(kept).toBe('123456');
    const keep = (text: string) => memory.keep(requestOf(text), 100, async (body) => body.toString());
    await expect(keep('abcdef')).rejects.toMatchObject({ status: 503 });
    await expect(keep('abcd')).resolves.toBe('abcd');
    answer();
    await first;
    await expect(keep('abcdef1234')).resolves.toBe('abcdef1234');
    await expect(memory.keep(requestOf('abc'), 2, async () => '')).rejects.toMatchObject({ status: 413 });
    await expect(keep('abcdef1234')).resolves.toBe('abcdef1234');
  });
});
