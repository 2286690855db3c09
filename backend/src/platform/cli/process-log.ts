import { version } from '#domain/platform/version';

const isProduction = process.env.NODE_ENV?.trim() === 'production';
/** The levels of the server's log, which is pino's. */
const levels = { info: 30, error: 50, fatal: 60 } as const;

/**
 * Writes a line about the process itself: what happens before the server's log is there, and its start and end. In
 * production it is JSON like every other line; elsewhere it is the text alone.
 */
export function logProcess(level: keyof typeof levels, msg: string, facts: Record<string, unknown> = {}) {
  const write = level === 'info' ? console.log : console.error;
  if (!isProduction) return write(msg);
  write(JSON.stringify({ level: levels[level], time: new Date().toISOString(), version, ...facts, msg }));
}

/** Logs warnings of Node, and an error that nothing caught, as lines of the log. */
export function logUnexpected(): void {
  if (!isProduction) return;
  process.on('warning', ({ message, name }) => logProcess('error', message, { warning: name }));
  process.on('uncaughtException', ({ message, stack }) => {
    logProcess('fatal', message, { error: stack });
    process.exit(1);
  });
}
