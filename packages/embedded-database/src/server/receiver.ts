import type net from 'node:net';
import { MessageBudget } from './message-budget.js';

const HEADER_BYTES = 16;
/** Bytes of small messages that a connection reads ahead of the one that it handles. */
const AHEAD_BYTES = 2 ** 20;
/** A client that stops in the middle of a large message loses its connection, as it holds memory of the budget. */
const RECEIVE_TIMEOUT_MS = 60_000;

/**
 * Splits a connection's bytes into messages and handles one after the other, like MongoDB. Reading pauses while too
 * much is queued, so that a client that does not wait for replies is slowed down by TCP.
 */
export class Receiver {
  /** The beginning of the next message. */
  private rest: Buffer = Buffer.alloc(0);
  /** The large message that is being received, and the number of bytes received so far. */
  private large: { bytes: Buffer; filled: number } | undefined;
  private timeout: NodeJS.Timeout | undefined;
  /** Bytes of the messages that are waiting or being handled. */
  private queued = 0;
  private isWaiting = false;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: net.Socket,
    private readonly budget: MessageBudget,
    private readonly maxMessageBytes: () => number,
    private readonly handle: (message: Buffer) => Promise<void>,
  ) {
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('close', () => {
      this.budget.forget(this.onGrant);
      if (this.large) this.budget.release(this.large.bytes.length);
      this.large = undefined;
      clearTimeout(this.timeout);
    });
  }

  private readonly onGrant = (): void => {
    this.isWaiting = false;
    const size = this.rest.readInt32LE(0);
    if (this.socket.destroyed) return this.budget.release(size);
    this.beginLarge(size);
    this.resume();
  };

  private receive(chunk: Buffer): void {
    if (this.large) this.fill(this.large, chunk);
    else this.cut(this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk);
  }

  /** Enqueues the complete small messages up to the first large one. */
  private cut(bytes: Buffer): void {
    this.rest = bytes;
    while (!this.isWaiting && !this.large && this.rest.length >= HEADER_BYTES) {
      const size = this.rest.readInt32LE(0);
      if (size < HEADER_BYTES || size > this.maxMessageBytes()) {
        this.socket.destroy();
        return;
      }
      if (!MessageBudget.isFree(size)) {
        if (this.budget.take(size, this.onGrant)) return this.beginLarge(size);
        this.isWaiting = true;
        this.socket.pause();
        return;
      }
      if (this.rest.length < size) return;
      const message = this.rest.subarray(0, size);
      this.rest = this.rest.subarray(size);
      this.enqueue(message, 0);
    }
  }

  /** Receives a message into a buffer of its own, which keeps no other message in memory. */
  private beginLarge(size: number): void {
    const { rest } = this;
    this.rest = Buffer.alloc(0);
    this.large = { bytes: Buffer.allocUnsafeSlow(size), filled: 0 };
    this.timeout = setTimeout(() => this.socket.destroy(), RECEIVE_TIMEOUT_MS);
    this.timeout.unref();
    this.fill(this.large, rest);
  }

  private fill(large: { bytes: Buffer; filled: number }, chunk: Buffer): void {
    const taken = chunk.copy(large.bytes, large.filled);
    large.filled += taken;
    if (large.filled < large.bytes.length) return;
    this.large = undefined;
    clearTimeout(this.timeout);
    this.enqueue(large.bytes, large.bytes.length);
    this.cut(chunk.subarray(taken));
  }

  /** @param granted bytes that the message has reserved in the budget */
  private enqueue(message: Buffer, granted: number): void {
    this.queued += message.length;
    if (this.queued > AHEAD_BYTES) this.socket.pause();
    this.last = this.last
      .then(() => this.handle(message))
      .finally(() => {
        this.queued -= message.length;
        this.budget.release(granted);
        this.resume();
      });
  }

  private resume(): void {
    if (!this.isWaiting && this.queued <= AHEAD_BYTES && this.socket.isPaused()) this.socket.resume();
  }
}
