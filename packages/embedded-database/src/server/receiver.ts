import type net from 'node:net';
import { MAX_MESSAGE_BYTES } from '../protocol/server-info.js';
import { MessageBudget } from './message-budget.js';

const HEADER_BYTES = 16;
/** Of small messages, a connection reads this far ahead of the one that it handles. */
const AHEAD_BYTES = 2 ** 20;
/** A client that stops in the middle of a large message must not keep its room from others. */
const RECEIVE_TIMEOUT_MS = 60_000;

/**
 * Cuts messages from a connection and has them handled one after the other, as MongoDB does it. What cannot be handled
 * yet is left in the socket, so that a client that does not wait for answers has to wait here.
 */
export class Receiver {
  /** The beginning of the next message. */
  private rest: Buffer = Buffer.alloc(0);
  /** A large message that is being received, and how much of it is there. */
  private large: { bytes: Buffer; filled: number } | undefined;
  private timeout: NodeJS.Timeout | undefined;
  /** Bytes of messages that wait or are handled. */
  private queued = 0;
  private isWaiting = false;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly socket: net.Socket,
    private readonly budget: MessageBudget,
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

  /** Hands on the small messages that are whole, up to a large one. */
  private cut(bytes: Buffer): void {
    this.rest = bytes;
    while (!this.isWaiting && !this.large && this.rest.length >= HEADER_BYTES) {
      const size = this.rest.readInt32LE(0);
      if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES) {
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

  /** Receives a message into memory of its own, in which no other one is kept alive. */
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

  /** @param granted what the message has of the budget */
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
