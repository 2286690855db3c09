import { type DynamicModule, Global, Inject, Logger, Module } from '@nestjs/common';
import { getConnectionToken, InjectConnection, MongooseModule } from '@nestjs/mongoose';
import mongoose, { type Connection, type ConnectOptions, mongo } from 'mongoose';
import type { BusinessConfig } from '../config/business-settings.js';
import { CONFIG } from '../config/config.module.js';
import { databaseName } from './database.js';
import { createWithIndexes, ensureIndexes, type IndexedModel, missingIndexes } from './indexes.js';
import { Leader } from './leader.js';
import { migrate } from './migrations/migrate.js';
import { SchemaState } from './migrations/schema-state.js';
import { queryTimeoutMs } from './query-timeout.js';
import { TransactionsService } from './transactions/transactions.service.js';

/** Options of every client of the database: no automatic retry of a lost server, durable writes. */
const clientOptions: mongo.MongoClientOptions = {
  serverSelectionTimeoutMS: 2000,
  connectTimeoutMS: 5000,
  // Polls the database instead of relying on its notifications: a server that is back is detected within seconds.
  serverMonitoringMode: 'poll',
  heartbeatFrequencyMS: 1000,
  // Exceeds the heartbeat interval, so that a heartbeat starts only on its timer. One that a failing call requests
  // can meet a connection that breaks in the same turn of the event loop: destroyed, but its close event not emitted
  // yet. The driver (mongodb 7, cmap/connection.js, writeCommand) then waits for a "drain" that never comes, sends no
  // further heartbeat, and considers the database lost.
  minHeartbeatFrequencyMS: 2000,
  waitQueueTimeoutMS: 15_000,
  maxPoolSize: 100,
  writeConcern: { w: 'majority', journal: true },
};

/** Options of mongoose's connection in every program: the database's name, and those of its client. */
export function connectionOptions(uri: string): ConnectOptions {
  const named = /^mongodb(?:\+srv)?:\/\/[^/]+\/[^?]+/.test(uri);
  return {
    ...clientOptions,
    ...(!named && { dbName: databaseName }),
    autoIndex: false,
    autoCreate: false,
    // A call on a lost connection fails at once instead of waiting in memory for its return.
    bufferCommands: false,
  };
}

/** The query timeout of the server's own operations; the connection string takes precedence. */
const requestOptions = (uri: string): ConnectOptions => ({
  ...connectionOptions(uri),
  ...(!/[?&]socketTimeoutMS=/i.test(uri) && { socketTimeoutMS: queryTimeoutMs }),
});

const databaseUri = Symbol('database uri');

/** The one connection to MongoDB, embedded or not; creates collections and indexes before the first request. */
@Global()
@Module({
  providers: [
    TransactionsService,
    {
      provide: Leader,
      inject: [getConnectionToken()],
      useFactory: (connection: Connection) => new Leader(connection),
    },
  ],
  exports: [TransactionsService, Leader],
})
export class DatabaseModule {
  private readonly logger = new Logger('Database');

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @Inject(databaseUri) private readonly uri: string,
    @Inject(CONFIG) private readonly config: BusinessConfig,
  ) {}

  static register(uri: string): DynamicModule {
    // Lets the database abort slow operations: their requests have timed out by then.
    mongoose.set('maxTimeMS', queryTimeoutMs);
    return {
      module: DatabaseModule,
      imports: [MongooseModule.forRoot(uri, { ...requestOptions(uri), retryAttempts: 0 })],
      providers: [{ provide: databaseUri, useValue: uri }],
    };
  }

  /** Migrates the stored data to this version, then creates the indexes, which may require the migrated data. */
  private async prepareBy(client: mongo.MongoClient): Promise<void> {
    const db = client.db(this.connection.name);
    await migrate(db, {
      onProgress: (text) => this.logger.warn(text),
      onApplied: ({ number, name }, milliseconds) =>
        this.logger.warn({ message: 'Migrated the stored data', migration: number, name, milliseconds }),
    });
    const models: IndexedModel[] = Object.values(this.connection.models).map(({ collection, schema }) => ({
      collection: db.collection(collection.name),
      schema,
    }));
    const stored = new Set(
      (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
    );
    const standing = models.filter(({ collection }) => stored.has(collection.collectionName));
    const missing = await Promise.all(standing.map(missingIndexes));
    const incomplete = standing.filter((_, at) => missing[at]?.length);
    if (missing.flat().some(Boolean))
      await new SchemaState(db).exclusively(async () => {
        for (const model of incomplete)
          for (const name of await missingIndexes(model)) if (name) await model.collection.dropIndex(name);
      });
    // An index over many records takes long: one collection after the other. New ones, which have none, take no time.
    for (const model of incomplete) await ensureIndexes(model);
    const added = models.filter((model) => !standing.includes(model));
    await Promise.all(added.map((model) => createWithIndexes(db, model)));
  }

  /** Brings the stored data and the indexes to this version. Throws a ConfigError where a migration fails. */
  async prepare(): Promise<void> {
    // Uses a client of its own: building an index over a million records takes longer than a request's timeout. It has few
    // connections, as opening one takes longer than making an empty collection.
    const patient = new mongo.MongoClient(this.uri, { ...clientOptions, maxPoolSize: 4 });
    try {
      await this.prepareBy(patient);
    } finally {
      await patient.close();
    }
  }
}
