import { ReferenceField, TextField, useRecordContext } from 'react-admin';
import type { ReactNode } from 'react';
import type { AuditChange, AuditResource } from '#domain/audit/audit';
import { isOpenDispute } from '#domain/cards/cards';
import type { CardDispute } from '#domain/payments/payment-card';
import { humanize } from '#domain/platform/humanize';
import type { Currency } from '#domain/platform/money';
import { isId } from '#domain/platform/rules';
import { formatFieldValue, isNothing } from '../../ui/common/formatFieldValue.js';
import { customerPath, paymentPath } from '../../ui/paths.js';
import { type Translate, useTranslate } from '../../ui/i18n/useTranslate.js';

/** Fields that refer to a record, which is shown by its name and linked. */
const references: Partial<Record<string, { reference: string; name: string; path: (id: string) => string }>> =
  {
    customerId: { reference: 'customers', name: 'fullName', path: customerPath },
    mergedInto: { reference: 'customers', name: 'fullName', path: customerPath },
    paymentId: { reference: 'payments', name: 'referenceNumber', path: paymentPath },
  };

/** Fields that tell a person nothing: they are the server's own notes. */
const internalFields = new Set([
  'version',
  'documentsDueAt',
  'documentCount',
  'linkVersion',
  'batch',
  'buyerVersion',
]);

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A change of an object in the parts that differ: all others say nothing. */
function differingParts({ field, from, to }: AuditChange): AuditChange {
  if (!isPlain(from) || !isPlain(to)) return { field, from, to };
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]),
  );
  const partsOf = (value: Record<string, unknown>) =>
    Object.fromEntries(keys.filter((key) => key in value).map((key) => [key, value[key]]));
  return { field, from: partsOf(from), to: partsOf(to) };
}

/** Returns a change of a card payment with that of its dispute as one of its own. */
function withoutDispute(change: AuditChange): AuditChange[] {
  const { field, from, to } = change;
  if (field !== 'card' || ![from, to].some((card) => isPlain(card) && card.dispute)) return [change];
  const split = (card: unknown) => {
    if (!isPlain(card)) return { card, dispute: null };
    const { dispute = null, ...rest } = card;
    return { card: rest, dispute };
  };
  const [before, after] = [split(from), split(to)];
  return [
    ...(isNothing(before.card) && isNothing(after.card)
      ? []
      : [{ field, from: before.card, to: after.card }]),
    { field: 'dispute', from: before.dispute, to: after.dispute },
  ];
}

/** True for an id of a record that no screen names, as that of a mail. */
const isUnnamedId = ({ field, from, to }: AuditChange): boolean =>
  !references[field] && [from, to].every((value) => isNothing(value) || isId(value));

/** The changed fields of an entry that tell something; that of a new record lists all that are filled. */
export const changedFields = (changes: AuditChange[] = []): AuditChange[] =>
  changes
    .filter(({ field }) => !internalFields.has(field))
    .map(differingParts)
    .flatMap(withoutDispute)
    .filter((change) => !isUnnamedId(change));

/** The name of a field: as its resource's screens have it, else as the trail has, else made of the stored one. */
function fieldLabel(translate: Translate, resource: AuditResource | undefined, field: string): string {
  const named = translate(`admin.activity.fieldNames.${field}`, { _: humanize(field) });
  if (!resource) return named;
  // Not of each resource: a stored field may have no label.
  const key: string = `resources.${resource}.fields.${field}`;
  return translate(key, { _: named });
}

/** "Dispute opened", "Dispute lost": what became of a dispute, instead of what is stored of it. */
function disputeText(translate: Translate, { from, to }: AuditChange): string {
  const status = (to as CardDispute | null)?.status;
  const name =
    status === 'lost' || status === 'won'
      ? status
      : isNothing(to)
        ? 'won'
        : isOpenDispute(to as CardDispute) && isNothing(from)
          ? 'opened'
          : 'changed';
  return translate(`admin.activity.dispute.${name}`, { status: humanize(status ?? '') });
}

const longest = 120;

/** A value; a long one is cut, and shown whole on hover. */
function ChangedText({ text }: { text: string }) {
  const characters = [...text];
  if (characters.length <= longest) return <span>{text}</span>;
  return <span title={text}>{characters.slice(0, longest).join('').trimEnd()}…</span>;
}

interface ChangedValueProps {
  field: string;
  value: unknown;
  currency: Currency | undefined;
}

/** A value as its screen shows it: a record by its name, linked to its page. */
function ChangedValue({ field, value, currency }: ChangedValueProps) {
  const translate = useTranslate();
  const words = {
    nothing: translate('admin.activity.nothing'),
    yes: translate('ra.boolean.true'),
    no: translate('ra.boolean.false'),
  };
  const referred = references[field];
  if (!referred || !isId(value))
    return <ChangedText text={formatFieldValue(field, value, words, currency)} />;
  const { reference, name, path } = referred;
  return (
    <ReferenceField
      record={{ id: value, [field]: value }}
      source={field}
      reference={reference}
      link={() => path(value)}
      emptyText={translate('admin.activity.gone')}
    >
      <TextField source={name} variant="inherit" />
    </ReferenceField>
  );
}

interface EntryProps {
  resource?: AuditResource | undefined;
  /** That of the record's amounts; by default, that of the record in context. */
  currency?: Currency | undefined;
}

interface ActivityChangeProps extends EntryProps {
  change: AuditChange;
}

/** One changed field: "Status: Pending → Paid"; without the old value where the field was empty. */
export function ActivityChange({ resource, change, ...entry }: ActivityChangeProps): ReactNode {
  const translate = useTranslate();
  const record = useRecordContext<{ id: string; currency?: Currency }>();
  const currency = entry.currency ?? record?.currency;
  const { field, from, to } = change;
  if (field === 'dispute') return disputeText(translate, change);
  return (
    <>
      <b>{fieldLabel(translate, resource, field)}:</b>{' '}
      {!isNothing(from) && (
        <span>
          <ChangedValue field={field} value={from} currency={currency} />
          {/* The record that is loaded comes before it. */}
          <span>{' → '}</span>
        </span>
      )}
      <ChangedValue field={field} value={to} currency={currency} />
    </>
  );
}

/** Changed fields, one below the other; nothing where there is none. */
export const ActivityChanges = ({ changes, ...entry }: EntryProps & { changes: AuditChange[] }) =>
  changes.length > 0 && (
    <ul>
      {changes.map((change) => (
        <li key={change.field}>
          <ActivityChange {...entry} change={change} />
        </li>
      ))}
    </ul>
  );
