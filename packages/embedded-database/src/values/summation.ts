import { toNumber } from './ranks.js';
import { readDouble } from './bson.js';
import {
  arithmetic,
  divide,
  exactDecimal,
  fromBigInt,
  kindOf,
  toBigInt,
  widerKind,
  type BsonNumber,
  type Kind,
} from './numbers.js';

/**
 * Sums numbers of any kinds like `$sum` and `$avg`: whole numbers exactly, and doubles with twice their precision, so
 * that their order makes no difference.
 */
export class Summation {
  private kind: Kind = 'int';
  private count = 0;
  private whole = 0n;
  /** The sum of doubles: the nearest double, the rest to the exact sum, and the uncompensated sum. */
  private high = 0;
  private low = 0;
  private plain = 0;
  private decimal: BsonNumber = 0;

  add(value: unknown): void {
    const kind = kindOf(value);
    this.count++;
    this.kind = widerKind(this.kind, kind);
    if (kind === 'double') this.addDouble(toNumber(value));
    else if (kind === 'decimal') this.decimal = arithmetic('add', this.decimal, value);
    else this.whole += toBigInt(value);
  }

  private addDouble(value: number): void {
    this.plain += value;
    const sum = this.high + value;
    const part = sum - this.high;
    this.low += this.high - (sum - part) + (value - part);
    this.high = sum;
  }

  /** The sum of all numbers except decimals, as a double. */
  private double(): number {
    if (!Number.isFinite(this.plain)) return this.plain;
    const near = Number(this.whole);
    const sum = this.high + near;
    const part = sum - this.high;
    return sum + (this.high - (sum - part) + (near - part) + this.low + Number(this.whole - BigInt(near)));
  }

  total(): BsonNumber {
    if (this.kind === 'double') return readDouble(this.double());
    if (this.kind !== 'decimal') return fromBigInt(this.whole, this.kind);
    const others = Number.isFinite(this.plain)
      ? [fromBigInt(this.whole, 'long'), exactDecimal(this.high), exactDecimal(this.low)]
      : [exactDecimal(this.plain)];
    return others.reduce<BsonNumber>((sum, value) => arithmetic('add', sum, value), this.decimal);
  }

  /** Null without numbers. */
  average(): BsonNumber | null {
    if (this.count === 0) return null;
    return this.kind === 'decimal'
      ? divide(this.total(), this.count)
      : readDouble(this.double() / this.count);
  }
}

export function sumOf(numbers: Iterable<unknown>): Summation {
  const sum = new Summation();
  for (const value of numbers) sum.add(value);
  return sum;
}
