import { ConfigError } from '../../config/environment.js';
import { baseline, requireBaseline } from './baseline.js';
import type { Database, Migration } from './migration.js';
import { migrations as allMigrations } from './migrations.js';
import { SchemaState } from './schema-state.js';

interface MigrateOptions {
  migrations?: readonly Migration[];
  state?: SchemaState;
  /** Called after each migration with its duration in milliseconds. */
  onApplied?: (migration: Migration, milliseconds: number) => void;
  /** Called with what goes on meanwhile: another instance's migration, one that runs for long, and what one tells. */
  onProgress?: (text: string) => void;
}

/** Interval in milliseconds in which a long migration says that it still runs. */
const progressMs = 5000;

/** Runs a migration; says from time to time how long it has been running. */
async function runMigration(
  database: Database,
  migration: Migration,
  onProgress: (text: string) => void,
): Promise<void> {
  const { number, name } = migration;
  const started = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1000);
    onProgress(`Migration ${number} (${name}) has been running for ${seconds} s`);
  }, progressMs);
  try {
    await migration.run(database, onProgress);
  } finally {
    clearInterval(timer);
  }
}

/** @throws ConfigError for a database of before the baseline, or of a later version; a new one passes */
export async function refuseOthers(
  state: SchemaState,
  migrations: readonly Migration[] = allMigrations,
): Promise<void> {
  if (await state.isNew()) return;
  const applied = (await state.applied()) ?? [];
  requireBaseline(applied);
  const unknown = applied.find(
    (number) => number > baseline.number && !migrations.some((migration) => migration.number === number),
  );
  if (unknown !== undefined)
    throw new ConfigError(
      `The database was migrated by a later version (migration ${unknown}): start that version, or restore an earlier backup`,
    );
}

/**
 * Converts stored data to the shape that this version reads: runs the migrations that the database lacks, in their
 * order and once for all instances. A new database needs none.
 * @throws ConfigError with one line where one fails, or where the database is that of a later version, or of one before
 *   the baseline
 */
export async function migrate(
  database: Database,
  {
    migrations = allMigrations,
    state = new SchemaState(database),
    onApplied,
    onProgress = () => undefined,
  }: MigrateOptions = {},
): Promise<void> {
  if (await state.isNew()) return state.initialize([baseline, ...migrations]);
  const pending = async () => {
    await refuseOthers(state, migrations);
    const applied = (await state.applied()) ?? [];
    return migrations.filter(({ number }) => !applied.includes(number));
  };
  if (!(await pending()).length) return;
  await state.exclusively(
    async () => {
      for (const migration of await pending()) {
        const started = performance.now();
        try {
          await runMigration(database, migration, onProgress);
          await state.record(migration);
        } catch (error) {
          const reason = (error as Error).message.split('\n')[0];
          throw new ConfigError(`Migration ${migration.number} (${migration.name}) failed: ${reason}`);
        }
        onApplied?.(migration, Math.round(performance.now() - started));
      }
    },
    (milliseconds) =>
      onProgress(
        `Another instance migrates the stored data: waiting for it, or ${milliseconds / 1000} s from the end of one that was killed`,
      ),
  );
}
