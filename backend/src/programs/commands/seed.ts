import type { Connection } from 'mongoose';
import { CliError, createProgress, runCli } from '../../platform/cli/cli.js';
import { withDatabase } from '../../platform/database/with-database.js';
import { loadConfig, type Config } from '../settings.js';

const most = 1_000_000;
/** The fewest payments of a database that gets card payments, and the most of these. */
const leastPayments = 40;
const mostCards = 25;
/** Number of newest payments whose money comes by the server's own services: a book of this size takes some seconds. */
const banked = 200;

function count(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new CliError(`--${name} takes a whole number from 0 to ${most}`);
  return value;
}

const definition = {
  name: 'seed',
  forms: ['[--customers N] [--payments N] [--start N]'],
  description: `Fills an empty database with made-up customers, payments, bank statements and mails.
  --customers N  how many customers; 100 by default
  --payments N   how many payments; 1.4 times as many as customers by default
  --start N      the same number gives the same data; 1 by default`,
  options: {
    customers: { type: 'string', default: '100' },
    payments: { type: 'string' },
    start: { type: 'string', default: '1' },
  },
} as const;

await runCli(definition, async (values) => {
  const customers = count('customers', values.customers);
  const payments =
    values.payments === undefined ? Math.round(customers * 1.4) : count('payments', values.payments);
  const start = count('start', values.start);
  const hasCards = payments >= leastPayments && customers > 0;
  const work = async (connection: Connection, config: Config, uri: string) => {
    const { seed } = await import('../seed/seed.js');
    const { seedBank } = await import('../seed/seed-bank.js');
    const { leastCards, seedCards } = await import('../seed/seed-cards.js');
    const { seedDocuments } = await import('../seed/seed-documents.js');
    const { seedMails } = await import('../seed/seed-mails.js');
    const { withApplication } = await import('../seed/with-application.js');
    const cards = hasCards ? Math.min(Math.max(leastCards, Math.floor(payments / 10)), mostCards) : 0;
    const started = Date.now();
    const progress = createProgress();
    let counts: string;
    try {
      const money = await seed(connection, {
        customers,
        payments: payments - cards,
        start,
        banked,
        calendar: config.calendar,
        onProgress: (text) => progress.show(text),
      });
      counts = await withApplication(config, uri, async (app) => {
        const transactions = await seedBank(connection, app, money, (text) => progress.show(text));
        if (cards) await seedCards(connection, app, cards);
        const mails = await seedMails(connection, app);
        const documents = await seedDocuments(connection, app);
        return `${transactions} bank transactions, ${mails} mails and ${documents} documents`;
      });
    } finally {
      progress.end();
    }
    const seconds = (Date.now() - started) / 1000;
    console.log(`${customers} customers, ${payments} payments, ${counts} in ${seconds.toFixed(1)} s`);
  };
  await withDatabase(loadConfig, work, { create: true });
});
