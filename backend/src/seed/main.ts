import { parseArgs } from 'node:util';
import { ConfigError } from '../config.js';
import { withDatabase } from '../database/standalone.js';
import { seed } from './seed.js';

const most = 1_000_000;

function count(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new ConfigError(`--${name} takes a whole number from 0 to ${most}`);
  return value;
}

/** npm run seed -- --customers N [--payments N] [--start NUMBER] */
await withDatabase(async (connection) => {
  const { values } = parseArgs({
    options: {
      customers: { type: 'string', default: '100' },
      payments: { type: 'string' },
      start: { type: 'string', default: '1' },
    },
  });
  const customers = count('customers', values.customers);
  const payments =
    values.payments === undefined ? Math.round(customers * 1.4) : count('payments', values.payments);
  const start = count('start', values.start);
  const started = Date.now();
  await seed(connection, { customers, payments, start });
  const seconds = (Date.now() - started) / 1000;
  console.log(`${customers} customers and ${payments} payments in ${seconds.toFixed(1)} s`);
});
