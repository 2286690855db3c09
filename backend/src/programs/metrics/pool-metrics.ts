import type { Connection } from 'mongoose';
import { Gauge, type Registry } from 'prom-client';

/** Counts the connections of the driver's pool by its events. */
export function measurePool(connection: Connection, registry: Registry): void {
  const gauge = new Gauge({
    name: 'trip_database_connections',
    help: 'Connections to the database that are in use, and operations that wait for one.',
    labelNames: ['state'],
    registers: [registry],
  });
  for (const state of ['used', 'waiting']) gauge.set({ state }, 0);
  const add = (state: string, change: number) => gauge.inc({ state }, change);
  const client = connection.getClient();
  client.on('connectionCheckOutStarted', () => add('waiting', 1));
  client.on('connectionCheckOutFailed', () => add('waiting', -1));
  client.on('connectionCheckedOut', () => {
    add('waiting', -1);
    add('used', 1);
  });
  client.on('connectionCheckedIn', () => add('used', -1));
}
