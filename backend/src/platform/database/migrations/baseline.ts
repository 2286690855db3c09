import { ConfigError } from '../../config/environment.js';

/** The last migration of 1.x, and the version that has it: data of this state open as they are. */
export const baseline = { number: 19, name: 'the end of 1.x', version: '1.1.0' } as const;

/**
 * Refuses data of before the baseline, of which nothing is converted any more.
 * @param applied the numbers of the applied migrations
 * @throws ConfigError with one line that names the version that converts them
 */
export function requireBaseline(applied: readonly number[]): void {
  if (applied.includes(baseline.number)) return;
  const { version } = baseline;
  throw new ConfigError(
    `The data are of a version before ${version}, which converts them: start version ${version} on them once, then this one. Nothing was changed`,
  );
}
