import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { BodyMemory } from './raw-body.js';

const requestOf = (text: string, ip = '192.0.2.1') =>
  ({ body: Readable.from([Buffer.from(text)]), headers: {}, ip }) as unknown as FastifyRequest;

describe('the memory for bodies that wait', () => {
  it('takes so many bytes in all, and has their room again once they are answered, or refused', async () => {
    const memory = new BodyMemory({ bytes: 10, perNetwork: 10 });
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

  it('has room left for others beside a network that sends much', async () => {
    const memory = new BodyMemory({ bytes: 10, perNetwork: 7 });
    const keep = (text: string, ip: string, use: () => Promise<void>) =>
      memory.keep(requestOf(text, ip), 100, use);
    const [one, other] = ['192.0.2.1', '198.51.100.2'];
    await keep('1234567', one, async () => {
      await expect(keep('a', one, async () => {})).rejects.toMatchObject({ status: 503 });
      await keep('abc', other, async () => {});
      await expect(keep('abcd', other, async () => {})).rejects.toMatchObject({ status: 503 });
    });
    await keep('7654321', one, async () => {});
  });
});
