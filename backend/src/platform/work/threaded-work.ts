import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { ServiceUnavailableException } from '@nestjs/common';
import { builtFile } from '../config/built-file.js';
import { patience } from './patience.js';

interface Limits {
  /** Longest time of a work, the start of its thread included, in milliseconds. */
  timeoutMs: number;
  /** Memory of a thread, in megabytes. */
  heapMb: number;
  /** Works at the same time; a further one is refused. */
  maxConcurrent: number;
  /** Message of that refusal. */
  busy: string;
  /** Time for which a thread that has done a work waits for the next one, in milliseconds, where its start takes long. */
  keptMs?: number;
}

/** A work was ended as it took too much time or memory. */
export class WorkLimitError extends Error {
  constructor(readonly limit: 'time' | 'memory') {
    super(`The work took too much ${limit}`);
  }
}

/**
 * Works each of which a thread of its own does, so that no input, however it is made, keeps the event loop from other
 * requests. The thread's program reads its input as `workerData`, and posts one message, the result; the next inputs of a
 * kept thread come as messages.
 */
export class ThreadedWork<Input, Result> {
  private running = 0;
  private kept: Worker | undefined;

  /** @param program the thread's built program, from the folder of the server's sources: a thread cannot run the source */
  constructor(
    private readonly program: string,
    private readonly limits: Limits,
  ) {}

  /**
   * Returns the thread's message.
   * @throws WorkLimitError for a work beyond its time or memory; ServiceUnavailableException while others are running;
   *   the thread's own error
   */
  async run(input: Input): Promise<Result> {
    const { timeoutMs, maxConcurrent, busy } = this.limits;
    if (this.running >= maxConcurrent) throw new ServiceUnavailableException(busy);
    this.running += 1;
    const thread = this.begin(input);
    const timeout = AbortSignal.timeout(timeoutMs * patience.factor);
    let isDone = false;
    try {
      const [result] = (await once(thread, 'message', { signal: timeout })) as [Result];
      isDone = true;
      return result;
    } catch (error) {
      if (timeout.aborted) throw new WorkLimitError('time');
      throw (error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new WorkLimitError('memory')
        : error;
    } finally {
      if (!isDone || !this.keep(thread)) await thread.terminate();
      this.running -= 1;
    }
  }

  private begin(input: Input): Worker {
    const { kept } = this;
    if (kept) {
      this.kept = undefined;
      kept.postMessage(input);
      kept.ref();
      return kept;
    }
    const { heapMb } = this.limits;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 };
    const thread = new Worker(builtFile(this.program), { workerData: input, execArgv: [], resourceLimits });
    // An error event without a listener would end the process.
    thread.on('error', () => undefined);
    return thread.on('exit', () => {
      if (this.kept === thread) this.kept = undefined;
    });
  }

  /** Keeps a thread for the next work. Returns false where it is not to be kept. */
  private keep(thread: Worker): boolean {
    const { keptMs } = this.limits;
    if (!keptMs || this.kept) return false;
    this.kept = thread;
    thread.unref();
    const end = setTimeout(() => {
      if (this.kept !== thread) return;
      this.kept = undefined;
      void thread.terminate();
    }, keptMs);
    end.unref();
    return true;
  }
}
