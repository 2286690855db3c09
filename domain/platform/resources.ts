interface OfficeRecord {
  /** The name of one record, in the audit trail. */
  one: string;
  /**
   * Its pages below /admin/{name}; `:id` stands for a record's id. react-admin's own are '', 'create', ':id' (the form)
   * and ':id/show'. The server answers other addresses with the 404 page, and the back-office has a component for each
   * (`defineResource`).
   */
  pages: readonly string[];
}

/**
 * The records of the office by their names in the API: managers write them, viewers read them (roles.ts), and the audit
 * trail names them.
 */
export const officeRecords = {
  customers: { one: 'Customer', pages: ['', 'new', ':id', ':id/edit'] },
  payments: { one: 'Payment', pages: ['', 'new', ':id'] },
  comments: { one: 'Comment', pages: [] },
  'bank-accounts': { one: 'Bank account', pages: [] },
  statements: { one: 'Statement', pages: [] },
  'bank-transactions': { one: 'Bank transaction', pages: [] },
  'interac-notices': { one: 'Interac notice', pages: [] },
  mails: { one: 'Mail', pages: ['', ':id'] },
  'card-events': { one: 'Card event', pages: [''] },
  'card-payouts': { one: 'Card payout', pages: ['', ':id'] },
  documents: { one: 'Document', pages: [''] },
} as const satisfies Record<string, OfficeRecord>;
export type OfficeRecordName = keyof typeof officeRecords;
export const officeRecordNames = Object.keys(officeRecords) as OfficeRecordName[];

/** The pages of sections that show several kinds of records, or none of the office. */
const sections = {
  overdue: { pages: [''] },
  reconcile: { pages: ['', 'import', 'accounts', 'notices'] },
  reports: { pages: [''] },
  people: { pages: [''] },
  audit: { pages: [''] },
} as const;

/** react-admin's own addresses of pages that have another one: its links lead there, and to the page from there. */
export const pageAliases: Readonly<Record<string, string>> = { create: 'new', ':id/show': ':id' };

/** All names after /admin/, with their pages. */
export const sectionTable = { ...officeRecords, ...sections };
type All = typeof sectionTable;
/** A name after /admin/, of a section or of records with pages. */
export type SectionName = keyof All;
export type PageOf<Name extends SectionName> = All[Name]['pages'][number];
type AddressOf<Name extends SectionName, Page = PageOf<Name>> = Page extends ''
  ? `/admin/${Name}`
  : `/admin/${Name}/${Page & string}`;
/** The address of a page without a record's id, or with `:id` in its place. */
export type SectionAddress = { [Name in SectionName]: AddressOf<Name> }[SectionName];
