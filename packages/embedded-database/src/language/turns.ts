import { MAX_HOLD_MS, looks, tooLong } from '../values/time-limit.js';
import type { Sliced } from '../values/slices.js';

/** Number of elements from which a loop may be interrupted. */
const LONG = 64;
/** Time in milliseconds after which a computation lets others in. */
const TURN_MS = 8;

/** Results of a computation so far, in the order in which it reaches them; `next` is the slot that it reaches next. */
interface Frame {
  slots: unknown[];
  next: number;
}

interface Loop<Result> {
  items: readonly unknown[];
  at: number;
  result: Result;
  /** The progress within the current element. */
  inner: Frame;
  /** The slot of its frame after those of its input. */
  next: number;
}

/** Thrown to leave a computation whose turn is over. */
const turnOver = new Error('the turn is over');

/** The frame of the running computation in turns, or of the element that its innermost long loop is at. */
let frame: Frame | undefined;
/** In milliseconds of performance.now(): the beginning of a repeated attempt, the end of its turn. */
let repeatedAt: number | undefined;
let endsAt: number | undefined;

/**
 * Runs a computation in turns; yields null between them. In each turn it runs again from its beginning, but its long
 * loops go on where they were. Everything else has to give the same results again: see `once`.
 * @throws MongoError 50 if it takes more than MAX_HOLD_MS
 */
export function* inTurns<T>(run: () => T): Sliced<T> {
  const own: Frame = { slots: [], next: 0 };
  let worked = 0;
  for (let started: number | undefined; ; started = performance.now()) {
    const outer = { frame, repeatedAt, endsAt };
    own.next = 0;
    frame = own;
    repeatedAt = started;
    endsAt = undefined;
    try {
      return run();
    } catch (error) {
      if (error !== turnOver) throw error;
      worked += TURN_MS;
    } finally {
      ({ frame, repeatedAt, endsAt } = outer);
    }
    if (worked > MAX_HOLD_MS) throw tooLong();
    yield null;
  }
}

/** Returns true if the computation should leave. It goes on for as long as the way back to its loop took. */
function isTurnOver(): boolean {
  const now = performance.now();
  endsAt ??= now + Math.max(TURN_MS, repeatedAt === undefined ? 0 : now - repeatedAt);
  return now > endsAt;
}

/**
 * Goes through an array, which in a computation in turns may take several of them.
 * @param input returns the array; undefined for no result
 * @param step adds an element to the result
 * @param isFull returns true if no more elements are needed
 */
export function loop<Result>(
  input: () => readonly unknown[] | undefined,
  begin: () => Result,
  step: (result: Result, item: unknown) => void,
  isFull?: (result: Result) => boolean,
): Result | undefined {
  const outer = frame;
  const slot = outer ? outer.next++ : 0;
  let state = outer?.slots[slot] as Loop<Result> | undefined;
  if (!state) {
    const items = input();
    if (!items) return undefined;
    const result = begin();
    if (!outer || items.length < LONG) {
      for (let at = 0; at < items.length && !isFull?.(result); at++) step(result, items[at]);
      return result;
    }
    state = { items, at: 0, result, inner: { slots: [], next: 0 }, next: outer.next };
    outer.slots[slot] = state;
  }
  outer!.next = state.next;
  const { items, result, inner } = state;
  let looked = looks();
  frame = inner;
  try {
    while (state.at < items.length && !isFull?.(result)) {
      inner.next = 0;
      step(result, items[state.at]);
      state.at++;
      if (inner.slots.length > 0) inner.slots = [];
      if (looked !== looks()) {
        looked = looks();
        if (isTurnOver()) throw turnOver;
      }
    }
  } finally {
    frame = outer;
  }
  return result;
}

/** Returns a value that would differ if it was computed again, such as a random number. */
export function once<T>(compute: () => T): T {
  if (!frame) return compute();
  const slot = frame.next++;
  frame.slots[slot] ??= { value: compute() };
  return (frame.slots[slot] as { value: T }).value;
}
