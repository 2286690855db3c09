import { ConfigError } from '../../config/config.js';
import type { Database, Migration } from './migration.js';
import { migrations as allMigrations } from './migrations.js';
import { SchemaState } from './schema-state.js';

interface MigrateOptions {
  migrations?: readonly Migration[];
  state?: SchemaState;
  /** Called after each migration with its duration in milliseconds. */
  onApplied?: (migration: Migration, milliseconds: number) => void;
}

/**
 * Converts stored data to the shape that this version reads: runs the migrations that the database lacks, in their
 * order and once for all instances. A new database needs none.
 * @throws ConfigError with one line where one fails, or where the database is that of a later version
 */
export async function migrate(
  database: Database,
  { migrations = allMigrations, state = new SchemaState(database), onApplied }: MigrateOptions = {},
): Promise<void> {
  const pending = async () => {
    const applied = (await state.applied()) ?? [];
    const unknown = applied.find((number) => !migrations.some((migration) => migration.number === number));
    if (unknown !== undefined)
      throw new ConfigError(
        `The database was migrated by a later version (migration ${unknown}): start that version, or restore a backup`,
      );
    return migrations.filter(({ number }) => !applied.includes(number));
  };
  if (!(await pending()).length) return;
  if (await state.isNew()) return state.initialize([...migrations]);
  await state.exclusively(async () => {
    for (const migration of await pending()) {
      const started = performance.now();
      try {
        await migration.run(database);
        await state.record(migration);
      } catch (error) {
        const reason = (error as Error).message.split('\n')[0];
        throw new ConfigError(`Migration ${migration.number} (${migration.name}) failed: ${reason}`);
      }
      onApplied?.(migration, Math.round(performance.now() - started));
    }
  });
}
