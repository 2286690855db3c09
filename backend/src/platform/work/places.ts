import { TooManyRequestsException } from '../http/errors/too-many-requests.exception.js';

interface Owner {
  running: number;
  waiting: (() => void)[];
}

/** Places for works, of which each owner has a few at once; further ones wait in their order. */
export class Places {
  private readonly owners = new Map<string, Owner>();

  /**
   * @param each places of an owner
   * @param waitingAtMost works of an owner that wait; a further one is refused
   */
  constructor(
    private readonly each: number,
    private readonly waitingAtMost: number,
  ) {}

  /** Takes a place, and returns how to give it back. Throws 429 where too many wait, or the signal's reason. */
  async enter(name: string, signal: AbortSignal): Promise<() => void> {
    const owner = this.owners.get(name) ?? { running: 0, waiting: [] };
    this.owners.set(name, owner);
    if (owner.running < this.each) owner.running += 1;
    else {
      if (owner.waiting.length >= this.waitingAtMost) throw new TooManyRequestsException(1);
      await this.turn(owner, signal);
    }
    return () => this.leave(name, owner);
  }

  private turn({ waiting }: Owner, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', give);
        resolve();
      };
      const give = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', give, { once: true });
      waiting.push(go);
    });
  }

  /** Passes the place on to the next one that waits. */
  private leave(name: string, owner: Owner): void {
    const next = owner.waiting.shift();
    if (next) return next();
    owner.running -= 1;
    if (!owner.running) this.owners.delete(name);
  }
}
