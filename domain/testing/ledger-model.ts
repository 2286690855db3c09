/** An entry of the model: amounts are decimals, and everything else here is whole cents. */
export interface ModelEntry {
  _id: string;
  step: string;
  kind: 'receipt' | 'refund' | 'chargeback' | 'reversal' | 'refundReturned' | 'shortfall' | 'said';
  of?: string;
  way?: 'bank' | 'card' | 'cash' | 'cheque' | 'other';
  amount?: number;
  shortfall?: number;
  status?: 'pending' | 'paid' | 'confirmed' | 'failed' | 'refunded' | 'cancelled';
  word?: true;
  fee?: number;
  voided?: object;
}
const cents = (value: number | undefined) => Math.round((value ?? 0) * 100);
const atLeast0 = (value: number) => Math.max(0, value);

/** A second implementation of the ledger's fold, written from its rules alone, for the specs to compare with. */
class Book {
  // "It begins at pending with received, refunded, shortfall, lost, back, proven, claim = 0 and no word"
  status: NonNullable<ModelEntry['status']> = 'pending';
  received = 0;
  refunded = 0;
  shortfall = 0;
  lost = 0;
  back = 0;
  proven = 0;
  claim = 0;
  fee = 0;
  word = false;
  constructor(readonly amount: number) {}

  // "kept = received − refunded + lost."
  get kept() {
    return this.received - this.refunded + this.lost;
  }
  // "Settled: paid, confirmed; open: pending, failed, cancelled."
  get settled() {
    return ['paid', 'confirmed'].includes(this.status);
  }
  get open() {
    return ['pending', 'failed', 'cancelled'].includes(this.status);
  }
  // "of a settled payment the larger of kept + shortfall and, with a word, amount − back; between 0 and amount. Else 0"
  // "While [a fee] stands the sale is the smallest of fee, kept and amount, not below 0, due is 0"
  get sale() {
    if (this.fee > 0) return atLeast0(Math.min(this.fee, this.kept, this.amount));
    if (!this.settled) return 0;
    const money = this.kept + this.shortfall;
    return Math.min(this.amount, atLeast0(this.word ? Math.max(money, this.amount - this.back) : money));
  }
  // "of an open payment amount − shortfall − kept, not below 0. Else 0"
  get due() {
    if (this.fee > 0) return 0;
    return this.open ? atLeast0(this.amount - this.shortfall - this.kept) : 0;
  }
  // "with a word amount − shortfall − proven, not below 0. Else 0"
  get unproven() {
    return this.word ? atLeast0(this.amount - this.shortfall - this.proven) : 0;
  }
  // "received − refunded; of a settled payment kept + shortfall − sale, not below 0"
  get net() {
    return this.received - this.refunded;
  }
  get surplus() {
    return this.settled ? atLeast0(this.kept + this.shortfall - this.sale) : 0;
  }
  // "receipts up to due + unproven (of a refunded payment up to −net); refunds up to the largest of net, sale − shortfall and claim"
  get bounds() {
    return {
      receipt: this.status === 'refunded' ? atLeast0(-this.net) : this.due + this.unproven,
      refund: atLeast0(Math.max(this.net, this.sale - this.shortfall, this.claim)),
    };
  }

  // "where the payment is not settled, kept > 0 and kept + shortfall ≥ amount, it is paid; the word ends, back and claim are 0."
  settles() {
    if (this.settled || this.kept <= 0 || this.kept + this.shortfall < this.amount) return;
    this.status = 'paid';
    this.word = false;
    this.fee = 0; // "until … a receipt that settles"
    this.back = this.claim = 0;
  }
  // "lost rises so that kept is not below 0"
  lose() {
    this.lost += atLeast0(-this.kept);
  }

  acts: Record<ModelEntry['kind'], (entry: ModelEntry) => void> = {
    // "received and proven rise; settles"
    receipt: (entry) => {
      this.received += cents(entry.amount);
      this.proven += cents(entry.amount);
      this.settles();
    },
    // "shortfall rises; settles"
    shortfall: (entry) => {
      this.shortfall += cents(entry.amount ?? entry.shortfall);
      this.settles();
    },
    refund: (entry) => this.goesOut(entry),
    chargeback: (entry) => this.goesOut(entry),
    // "received and proven fall by its amount, shortfall by its `shortfall`."
    reversal: (entry) => {
      const saleBefore = this.sale;
      this.received -= cents(entry.amount);
      this.proven -= cents(entry.amount);
      this.shortfall -= cents(entry.shortfall);
      // "Of a settled payment: the word ends, and where kept + shortfall is now less than the sale before, it is pending"
      if (!this.settled) return;
      this.word = false;
      if (this.kept + this.shortfall < saleBefore) this.status = 'pending';
    },
    // "refunded and back fall (not below 0); settles an open payment. A refunded one stays refunded until …"
    refundReturned: (entry) => {
      this.refunded = atLeast0(this.refunded - cents(entry.amount));
      this.back = atLeast0(this.back - cents(entry.amount));
      // "and a refund that comes back settles nothing"
      if (this.open && !this.fee) this.settles();
    },
    said: (entry) => {
      const said = entry.status ?? this.status;
      const saleBefore = this.sale;
      // A word without effect ends nothing. "It stands until another `said`"
      const isVain = (said === 'paid' || said === 'confirmed') && !this.settled && !entry.word;
      if (!isVain) this.fee = 0;
      if (said === 'paid' || said === 'confirmed') this.saidSettled(said, entry.word === true);
      // "said refunded: status; claim = the sale before − shortfall; the word ends"
      else if (said === 'refunded') {
        this.claim = atLeast0(saleBefore - this.shortfall);
        this.status = said;
        this.word = false;
      } else {
        // "said pending, failed, cancelled: status; the word ends; back and claim 0"
        this.status = said;
        this.word = false;
        this.back = this.claim = 0;
        // "A `said` cancelled may carry `fee` … names in `shortfall` what was let go and stands, which ends"
        this.fee = cents(entry.fee);
        this.shortfall -= cents(entry.shortfall);
      }
    },
  };
  // "refunded and back rise, claim falls (not below 0). Where kept ≤ 0 (and, with a word, back + shortfall ≥ amount)
  // the payment is refunded, the word ends. Shortfall falls by its `shortfall`" (last, as it is written)
  goesOut(entry: ModelEntry) {
    this.refunded += cents(entry.amount);
    this.back += cents(entry.amount);
    this.claim = atLeast0(this.claim - cents(entry.amount));
    if (this.kept <= 0 && (!this.word || this.back + this.shortfall >= this.amount)) {
      this.status = 'refunded';
      this.word = false;
      this.fee = 0; // "or the payment is refunded"
    }
    this.shortfall -= cents(entry.shortfall);
  }
  // "of a settled payment: the status, nothing else. Of another one: status, `word` (… one recorded without it does
  // nothing on a payment that is not settled), back and claim 0, proven = kept"
  saidSettled(said: 'paid' | 'confirmed', word: boolean) {
    if (!this.settled && !word) return;
    if (!this.settled) {
      this.word = true;
      this.lose(); // "or a word begins"
      this.back = this.claim = 0;
      this.proven = this.kept;
    }
    this.status = said;
  }

  // "goes through the entries that are not void"
  read(entries: readonly ModelEntry[]) {
    for (const entry of entries.filter((one) => !one.voided)) {
      this.acts[entry.kind](entry);
      if (this.open) this.lose(); // "whenever a payment is open"
    }
    return this;
  }
}

/** The figures that follow from these entries by the rules, in cents. */
export function model(amountInCents: number, entries: readonly ModelEntry[]) {
  const book = new Book(amountInCents).read(entries);
  const { status, received, refunded, shortfall, sale, due, unproven, net, surplus, bounds } = book;
  return {
    status: status as string,
    kept: book.kept,
    fee: book.fee,
    hasWord: book.word,
    received,
    refunded,
    shortfall,
    sale,
    due,
    unproven,
    net,
    surplus,
    bounds,
  };
}

/** "Undo and void of any step: 409 while an entry that names it (or its shortfall) stands, or where a later refund or
 * receipt by bank or hand would newly lie beyond its bounds". A step of which nothing stands cannot be voided. */
export function mayVoid(step: string, amountInCents: number, entries: readonly ModelEntry[]): boolean {
  const standing = entries.filter((entry) => !entry.voided);
  const own = standing.filter((entry) => entry.step === step);
  if (own.length === 0) return false;
  const ids = new Set(own.map((entry) => entry._id));
  const firstShortfall = standing.findIndex((entry) => entry.step === step && entry.kind === 'shortfall');
  const first = standing.findIndex((entry) => entry.step === step);
  return standing.every((entry, at) => {
    if (entry.step === step) return true;
    if (entry.of !== undefined && ids.has(entry.of)) return false; // "an entry that names it"
    // "(or its shortfall)": a refund, a chargeback and a fee name "in `shortfall` what was let go and stands"
    const endsAll = entry.kind === 'refund' || entry.kind === 'chargeback' || entry.kind === 'said';
    if (endsAll && cents(entry.shortfall) > 0 && firstShortfall >= 0 && at > firstShortfall) return false;
    const without = standing.slice(0, at + 1).filter((one) => one.step !== step);
    const beneath = (list: readonly ModelEntry[]) => {
      const { fee, shortfall } = new Book(amountInCents).read(list);
      return fee > 0 && shortfall > 0;
    };
    // "one by which something let go would stand again beneath a fee is 409"
    if (beneath(without) && !beneath(standing.slice(0, at + 1))) return false;
    // "a later refund or receipt by bank or hand": not by card, card events are facts
    if (at < first || entry.way === 'card' || (entry.kind !== 'refund' && entry.kind !== 'receipt'))
      return true;
    const before = standing.slice(0, at);
    const bound = (list: readonly ModelEntry[]) =>
      new Book(amountInCents).read(list).bounds[entry.kind as 'refund' | 'receipt'];
    const within = (list: readonly ModelEntry[]) => cents(entry.amount) <= bound(list);
    return !within(before) || within(before.filter((one) => one.step !== step)); // "newly"
  });
}
