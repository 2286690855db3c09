import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** The treatments of an event: stored events are known by their state, the others are counted only. */
type Treatment = 'stored' | 'repeated' | 'other-type' | 'test-ignored' | 'refused';

/** Counts the received events; served with the server's metrics. */
@Injectable()
export class CardEventCounter {
  readonly counter = new Counter({
    name: 'trip_card_events_total',
    help: 'Events of the card provider by their treatment.',
    labelNames: ['treatment'],
    registers: [],
  });

  count(treatment: Treatment): void {
    this.counter.inc({ treatment });
  }
}
