import { useRecordContext, useTranslate } from 'react-admin';
import { type AuditEntry, auditActionNames, auditResourceNames } from '#domain/audit';
import { humanize } from '#domain/payments';
import { formatFieldValue, isNothing } from '../activity/formatFieldValue.js';
import { TextLink } from '../ui/common/TextLink.js';
import { TimeText } from '../ui/common/TimeText.js';
import { auditedRecordPath } from './recordPath.js';

const useEntry = () => useRecordContext<AuditEntry & { id: string }>();

export function EntryTime() {
  const entry = useEntry();
  return entry && <TimeText value={entry.at} />;
}

export function EntryPerson() {
  return useEntry()?.by;
}

export function EntryAction() {
  const entry = useEntry();
  return entry && (auditActionNames[entry.action] ?? humanize(entry.action));
}

/** The record that the entry is about, linked to its page where it has one. */
export function EntryRecord() {
  const entry = useEntry();
  if (!entry) return null;
  const name = auditResourceNames[entry.resource] ?? entry.resource;
  const path = auditedRecordPath(entry);
  return path ? <TextLink to={path}>{name}</TextLink> : name;
}

/** The changed fields in one line. */
export function EntryChanges() {
  const translate = useTranslate();
  const { changes = [] } = useEntry() ?? {};
  const words = {
    nothing: translate('admin.activity.nothing'),
    yes: translate('admin.activity.yes'),
    no: translate('admin.activity.no'),
  };
  return changes
    .filter(({ from, to }) => !isNothing(from) || !isNothing(to))
    .map(({ field, from, to }) => {
      const before = isNothing(from) ? '' : `${formatFieldValue(field, from, words)} → `;
      return `${humanize(field)}: ${before}${formatFieldValue(field, to, words)}`;
    })
    .join(' · ');
}

export function EntryAddress() {
  return useEntry()?.ip;
}
