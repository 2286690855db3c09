import { TestApp } from '../../testing/test-app.js';
import { contents, fill, run } from '../../testing/seed.js';

it('is the same for the same start, and another for another', async () => {
  const seeded = async (number: string) => {
    const app = await TestApp.start({ STRIPE_WEBHOOK_SECRET: 'whsec_of_the_seed' });
    await fill(app, '--customers', '40', '--payments', '50', '--start', number);
    const made = await contents(app);
    await app.stop();
    return made;
  };
  const made = await seeded('7');
  expect(await seeded('7')).toEqual(made);
  expect((await seeded('8')).payments).not.toEqual(made.payments);
});

it.each([40, 140, 230])('imports its files, and leaves none open, with %i payments', async (payments) => {
  const app = await TestApp.start();
  await fill(app, '--customers', '60', '--payments', String(payments), '--start', '1');
  expect(await app.connection.collection('interacnotices').countDocuments()).toBe(2);
  await app.stop();
});

it('makes customers alone, or nothing', async () => {
  const app = await TestApp.start();
  await fill(app, '--customers', '0', '--payments', '5', '--start', '1');
  expect(await contents(app)).toEqual({ customers: [], payments: [], cards: [], transactions: [] });
  await fill(app, '--customers', '3', '--payments', '0', '--start', '1');
  expect((await contents(app)).customers).toHaveLength(3);
  await app.stop();
});

it('refuses a number that is too large in one line', async () => {
  const { code, errors } = await run(['--payments', '1000001']);
  expect(code).toBe(1);
  expect(errors.trim().split('\n')).toEqual([
    expect.stringContaining('--payments takes a whole number from 0 to 1000000'),
  ]);
});
