import { setTimeout as delay } from 'node:timers/promises';
import type { MailStatus } from '#domain/mail/mail';
import {
  type Benchmark,
  type BenchmarkGroup,
  sized,
} from '../../packages/embedded-database/bench/benchmark.js';
import { type BenchEnvironment, memoryOf, openWorld, type Program } from './environment.js';
import { load, loadPages, loads } from './load.js';
import { submissions } from './submissions.js';

/** Number of mails that are held before a mail server is configured. */
const held = Number(process.env.BENCH_MAILS ?? sized(10_000, 300));
/** Duration of one measurement of memory, in seconds. */
const seconds = sized(3, 1);

interface OutboxEnvironment {
  environment: BenchEnvironment;
  mailServer: Program;
  /** The application that sends the mails, on the same database. */
  sender: Program;
  /** The sender's memory before its first mail, in megabytes. */
  atRest: number;
}

/** Suspends the mail server's process; the outbox then waits for its response. */
const pause = ({ pid }: Program): void => void process.kill(pid, 'SIGSTOP');
const resume = ({ pid }: Program): void => void process.kill(pid, 'SIGCONT');

async function unsent({ sender, environment: { token } }: OutboxEnvironment): Promise<number> {
  const response = await fetch(`${sender.url}/api/mails/status`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const status = (await response.json()) as MailStatus;
  return status.held + status.queued;
}

/** Runs `work` while mails are sent. Throws where the outbox was empty before the end: nothing was measured then. */
async function whileSending<Result>(world: OutboxEnvironment, run: () => Promise<Result>): Promise<Result> {
  const before = await unsent(world);
  resume(world.mailServer);
  const result = await run();
  pause(world.mailServer);
  const left = await unsent(world);
  console.error(`  ${before - left} mails went out, ${left} are left`);
  if (!left || left === before) throw new Error(`${left} of ${before} mails were left: nothing was measured`);
  return result;
}

const meanwhile = (name: keyof typeof loads): Benchmark<OutboxEnvironment> => ({
  name: `outbox-${name}`,
  what: `the slowest of a hundred pages of payments, ${loads[name].what}, while ${held.toLocaleString('en-US')} held mails go out`,
  limit: 'the same while none goes out',
  goal: 2,
  direction: 'atMost',
  run: async (world) => {
    const page = () => loadPages(world.sender, world.environment, loads[name].options);
    const { p99: limit } = await page();
    const { p99: measured } = await whileSending(world, page);
    return { measured, limit, unit: 'ms' };
  },
});

const memory: Benchmark<OutboxEnvironment> = {
  name: 'outbox-memory',
  what: `the server's memory at its most while ${held.toLocaleString('en-US')} held mails go out`,
  limit: 'the same before the first of them',
  goal: 1.3,
  direction: 'atMost',
  run: async (world) => {
    let most = memoryOf(world.sender);
    await whileSending(world, async () => {
      for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(50))
        most = Math.max(most, memoryOf(world.sender));
    });
    return { measured: most, limit: world.atRest, unit: 'MB' };
  },
};

export const outboxBenchmarks: BenchmarkGroup<OutboxEnvironment> = {
  open: async () => {
    const environment = await openWorld(sized(20_000, 200));
    await load(`${environment.app.url}/api/payments/checkout`, { ...submissions(), amount: held });
    const mailServer = await environment.launch('bench/smtp-sink.js');
    const sender = await environment.launch('src/server.js', {
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'desk@example.com',
      PUBLIC_URL: 'https://trip.example.com',
    });
    pause(mailServer);
    // Memory that a newly started server allocates for its first requests is not the outbox's.
    await loadPages(sender, environment);
    return { environment, mailServer, sender, atRest: memoryOf(sender) };
  },
  close: async ({ environment, mailServer, sender }) => {
    resume(mailServer);
    await sender.stop();
    await mailServer.stop();
    await environment.close();
  },
  benchmarks: [meanwhile('others'), meanwhile('full'), memory],
};
