import { Inject, Injectable } from '@nestjs/common';
import {
  type JournalAccounts,
  type JournalFormat,
  journalFormats,
  journalMessages,
} from '#domain/ledger/journal';
import { daysAfter, monthEnd } from '#domain/platform/dates';
import { dayRule } from '#domain/platform/rules';
import { AuditService } from '../../audit/audit.service.js';
import { BankAccountsService } from '../../bank/accounts/bank-accounts.service.js';
import { DocumentStore } from '../../documents/document-store.service.js';
import { Bookkeeper } from '../../ledger/books/bookkeeper.service.js';
import { Closing } from '../../ledger/books/closing.service.js';
import type { PaymentConfig } from '../../payments/options/payment-settings.js';
import { PaymentLookups } from '../../payments/payment-lookups.js';
import { PayoutQueries } from '../../payouts/payout-queries.service.js';
import { CONFIG } from '../../platform/config/config.module.js';
import { exportedFields } from '../../platform/exports/export-query.js';
import type { ZippedFile } from '../../platform/exports/zip.js';
import type { Caller } from '../../platform/http/caller.decorator.js';
import { textParameter } from '../../platform/http/list-query.js';
import { invalidFields } from '../../platform/http/validation.pipe.js';
import { AccountNames } from './account-names.js';
import { inJournalOrder, type JournalEntry, paymentEntries, payoutEntries, taxEntries } from './entries.js';
import { journalFiles } from './journal-files.js';

/** The first and the last day of a journal, YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

/** A journal as files: named after its form and its days. */
export interface Journal {
  baseName: string;
  files: AsyncIterable<ZippedFile>;
  to: string;
}

/** Years after this one beyond which there is no day of the books. */
const yearsAhead = 10;

/** Returns the last day of a day's month. */
const monthEndOf = (day: string): string => monthEnd(day.slice(0, 7));

/** Makes the journal: the books as balanced entries, of which no sum is stored. */
@Injectable()
export class JournalService {
  constructor(
    private readonly payments: PaymentLookups,
    private readonly bookkeeper: Bookkeeper,
    private readonly closing: Closing,
    private readonly documents: DocumentStore,
    private readonly payouts: PayoutQueries,
    private readonly banks: BankAccountsService,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: PaymentConfig,
  ) {}

  /** Returns the names of the accounts, as they are set or by default. */
  async accounts(): Promise<JournalAccounts> {
    return { accounts: (await this.accountNames()).list() };
  }

  async accountNames(): Promise<AccountNames> {
    const banks = await this.banks.all();
    return new AccountNames(
      this.config.paymentOptions.accounts ?? {},
      banks.map(({ _id, name, currency }) => ({ id: String(_id), name, currency })),
    );
  }

  /** Returns the journal that a query asks for, and records the export. Throws 400 under `format`, `from` and `to`. */
  async export(query: Record<string, unknown>, caller: Caller): Promise<Journal> {
    const format = textParameter(query, 'format');
    const range = { from: textParameter(query, 'from'), to: textParameter(query, 'to') };
    const faults = {
      ...(isFormat(format) ? {} : { format: journalMessages.format }),
      ...(await this.rangeFaults(range)),
    };
    if (!isFormat(format) || Object.keys(faults).length) throw invalidFields(faults);
    const names = await this.accountNames();
    await this.audit.add(caller, 'export', 'books', undefined, { changes: exportedFields(query) });
    const baseName = `journal-${format}-${range.from}-${range.to}`;
    return {
      baseName,
      to: range.to,
      files: journalFiles(() => this.entries(range), { format, names, baseName }),
    };
  }

  /** Returns what is wrong with a range of days: of closed months a journal has all days. */
  private async rangeFaults({ from, to }: DayRange): Promise<Partial<Record<keyof DayRange, string>>> {
    const [fromFault, toFault] = [dayRule('From')(from, {}), dayRule('To')(to, {})];
    if (fromFault || toFault)
      return { ...(fromFault && { from: fromFault }), ...(toFault && { to: toFault }) };
    if (to < from) return { to: journalMessages.order };
    const closedUntil = (await this.closing.find())?.closedUntil ?? '';
    return {
      ...(from <= closedUntil && !from.endsWith('-01') && { from: journalMessages.monthBegin }),
      ...(to <= closedUntil && to !== monthEndOf(to) && { to: journalMessages.monthEnd }),
    };
  }

  /** Yields the entries of a range of days, by day and number, a month at a time. */
  async *entries({ from, to }: DayRange): AsyncGenerator<JournalEntry[]> {
    const last = `${new Date().getUTCFullYear() + yearsAhead}-12-31`;
    for (let day = from; day <= to && day <= last; day = daysAfter(monthEndOf(day), 1)) {
      const end = monthEndOf(day);
      yield await this.entriesBetween({ $gte: day, $lte: end < to ? end : to });
    }
  }

  /** Returns all entries of a range of days at once. */
  async all(range: DayRange): Promise<JournalEntry[]> {
    const all: JournalEntry[] = [];
    for await (const batch of this.entries(range)) for (const entry of batch) all.push(entry);
    return all;
  }

  private async entriesBetween(days: { $gte: string; $lte: string }): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = [];
    const add = (made: readonly JournalEntry[]): void => {
      for (const entry of made) if (entry.day >= days.$gte && entry.day <= days.$lte) entries.push(entry);
    };
    const fields = ['referenceNumber', 'currency', 'card', 'ledger'] as const;
    for await (const batch of this.payments.inBooks(days, fields)) {
      const bookings = await this.bookkeeper.ofPayments(batch.map(({ _id }) => _id));
      for (const payment of batch)
        add(paymentEntries({ ...payment, bookings: bookings.get(String(payment._id)) ?? [] }));
    }
    for await (const batch of this.documents.countedBetween(days)) {
      const isOfFee = await this.documents.ofFees(batch);
      add(batch.flatMap((document) => taxEntries(document, isOfFee(document))));
    }
    for await (const batch of this.payouts.inBooks(days)) add(batch.flatMap(payoutEntries));
    return entries.sort(inJournalOrder);
  }
}

const isFormat = (text: string): text is JournalFormat =>
  (journalFormats as readonly string[]).includes(text);
