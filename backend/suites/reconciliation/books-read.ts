import type { BooksBalance, BooksMonth } from '#domain/ledger/books';
import type { PaymentLedger } from '#domain/ledger/ledger-calls';

const fields = ['received', 'refunded', 'shortfalls', 'sales', 'returns'] as const;
const ways = ['bank', 'card', 'cash', 'cheque', 'other'] as const;
const cents = (amount = 0): number => Math.round(amount * 100);

type Sums = Record<string, number>;

/** Months and balances, added up from the entries and bookings that the API shows: cents, and hundredths of cents of US dollars. */
export class ReadBooks {
  private readonly months = new Map<string, Sums>();
  private readonly balances = new Map<string, Sums>();
  readonly booked = { count: 0, cents: 0 };

  private add(to: Map<string, Sums>, key: string, name: string, value: number): void {
    const sums = to.get(key) ?? {};
    sums[name] = (sums[name] ?? 0) + value;
    to.set(key, sums);
  }

  addPayment({ entries, bookings, currency, net, shortfall, sale }: PaymentLedger, status: string): void {
    const put = (day: string, of: string, name: string, value: number) =>
      this.add(this.months, `${day.slice(0, 7)} ${of}`, name, value);
    for (const { kind, way, amount, shortfall: letGo, bookedOn, voided } of entries) {
      const days: [day: string, sign: number][] = [
        [bookedOn, 1],
        ...(voided ? [[voided.bookedOn, -1] as [string, number]] : []),
      ];
      for (const [day, sign] of days) {
        const value = sign * cents(amount);
        if (kind === 'receipt' || kind === 'reversal') {
          put(day, currency, 'received', kind === 'receipt' ? value : -value);
          put(day, currency, way!, kind === 'receipt' ? value : -value);
        }
        if (kind === 'refund' || kind === 'chargeback') put(day, currency, 'refunded', value);
        if (kind === 'refundReturned') put(day, currency, 'refunded', -value);
        if (kind === 'shortfall') put(day, currency, 'shortfalls', value);
        if (letGo) put(day, currency, 'shortfalls', -sign * cents(letGo));
      }
    }
    const sums = new Map<string, number>();
    for (const { bookedOn, day, amount, currency: of, usd } of [...bookings].sort((a, b) =>
      a.bookedOn < b.bookedOn ? -1 : 1,
    )) {
      this.booked.count += 1;
      this.booked.cents += cents(amount);
      put(bookedOn, of, amount > 0 ? 'sales' : 'returns', Math.abs(cents(amount)));
      put(bookedOn, of, 'usd', Math.round(usd * 10_000));
      if (day.slice(0, 7) < bookedOn.slice(0, 7)) put(bookedOn, of, 'late', 1);
      const key = `${bookedOn.slice(0, 7)} ${of}`;
      sums.set(key, (sums.get(key) ?? 0) + cents(amount));
    }
    // "payments whose bookings rise above 0 in that month less those that fall to 0"
    const standing = new Map<string, number>();
    for (const [key, sum] of sums) {
      const [month = '', of = ''] = key.split(' ');
      const before = standing.get(of) ?? 0;
      standing.set(of, before + sum);
      put(`${month}-01`, of, 'count', Number(before + sum > 0) - Number(before > 0));
    }
    const balance = cents(net) + cents(shortfall) - cents(sale);
    const isSettled = status === 'paid' || status === 'confirmed';
    const name = balance < 0 ? 'missing' : isSettled ? 'surplus' : 'deposits';
    this.add(this.balances, currency, name, Math.abs(balance));
  }

  /** Adds what others have read, such as payments that change no more. */
  addAll(other: ReadBooks): void {
    for (const [to, from] of [
      [this.months, other.months],
      [this.balances, other.balances],
    ] as const)
      for (const [key, sums] of from)
        for (const [name, value] of Object.entries(sums)) this.add(to, key, name, value);
    this.booked.count += other.booked.count;
    this.booked.cents += other.booked.cents;
  }

  /** The months as GET /books has them, oldest first; "opening + received − refunded + shortfalls − (sales − returns)". */
  shownMonths(): BooksMonth[] {
    const closings = new Map<string, number>();
    return [...this.months]
      .filter(([, sums]) => Object.values(sums).some((value) => value))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, sums]) => {
        const [month = '', currency = ''] = key.split(' ');
        const of = (name: string) => sums[name] ?? 0;
        const opening = closings.get(currency) ?? 0;
        const closing =
          opening + of('received') - of('refunded') + of('shortfalls') - (of('sales') - of('returns'));
        closings.set(currency, closing);
        const amounts = [['opening', opening] as const, ...fields.map((name) => [name, of(name)] as const)];
        return {
          month,
          currency,
          closing: closing / 100,
          count: of('count'),
          late: of('late'),
          ...Object.fromEntries(amounts.map(([name, value]) => [name, value / 100])),
          ways: Object.fromEntries(ways.map((way) => [way, of(way) / 100])),
          // Halves are rounded away from zero.
          usd: (Math.sign(of('usd')) * Math.round(Math.abs(of('usd')) / 100)) / 100 || 0,
        } as BooksMonth;
      });
  }

  /** The balances as GET /books has them. */
  shownBalances(): BooksBalance[] {
    return [...this.balances]
      .map(([currency, { deposits = 0, surplus = 0, missing = 0 }]) => ({
        currency,
        deposits: deposits / 100,
        surplus: surplus / 100,
        missing: missing / 100,
      }))
      .filter(({ deposits, surplus, missing }) => deposits || surplus || missing) as BooksBalance[];
  }
}
