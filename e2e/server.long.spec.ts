import { createServer } from 'node:net';
import { expect, test } from '@playwright/test';
import { refused } from './support/refused-start.js';
import { TestServer } from '../backend/src/testing/test-server.js';

test.describe('a start that cannot listen', () => {
  // The first account exists before the server listens.
  const firstAdmin: unknown = expect.stringMatching(/^First admin: name admin, password in /);

  test('names a port that is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    expect(refused({ PORT: String(port) })).toEqual({
      status: 1,
      lines: [
        firstAdmin,
        `Port ${port} on 127.0.0.1 is in use already: stop the other program, or choose another PORT`,
      ],
    });
    await new Promise((resolve) => other.close(resolve));
  });

  test('names a host that is not of this machine', () => {
    expect(refused({ HOST: '192.0.2.1' })).toEqual({
      status: 1,
      lines: [firstAdmin, 'HOST takes an address of this machine, not "192.0.2.1"'],
    });
  });
});

test('a stop lets a running request end, and starts again with everything there', async () => {
  const server = await TestServer.start();
  try {
    const made = await server.api('/customers', {
      method: 'POST',
      body: {
        fullName: 'Kept Person',
        email: 'kept@example.com',
        phone: '4165550100',
        country: 'other',
        address: '1 Road',
        city: 'Chiang Mai',
        postalCode: '50100',
      },
    });
    expect(made.status).toBe(201);
    const running = server.api('/customers/export?format=excel');
    const answered = running.then(async (answer) => (await answer.arrayBuffer()).byteLength);
    await running;
    await server.stop();
    expect(await answered).toBeGreaterThan(1000);
    await server.restart();
    const { pagination } = (await (await server.api('/customers')).json()) as {
      pagination: { total: number };
    };
    expect(pagination.total).toBe(1);
  } finally {
    await server.dispose();
  }
});
