import { useTranslate } from 'react-admin';
import type { AuditChange } from '#domain/audit';
import { humanize } from '#domain/payments';
import { formatFieldValue, isNothing } from './formatFieldValue.js';

const longest = 120;

/** A value; a long one is cut, and shown whole on hover. */
function ChangedText({ text }: { text: string }) {
  const characters = [...text];
  if (characters.length <= longest) return <span>{text}</span>;
  return <span title={text}>{characters.slice(0, longest).join('').trimEnd()}…</span>;
}

/** One changed field: "Status: Pending → Paid"; without the old value where the field was empty. */
export function ActivityChange({ field, from, to }: AuditChange) {
  const translate = useTranslate();
  const words = {
    nothing: translate('admin.activity.nothing'),
    yes: translate('admin.activity.yes'),
    no: translate('admin.activity.no'),
  };
  return (
    <li>
      <b>{humanize(field)}:</b>{' '}
      {!isNothing(from) && (
        <>
          <ChangedText text={formatFieldValue(field, from, words)} />
          {' → '}
        </>
      )}
      <ChangedText text={formatFieldValue(field, to, words)} />
    </li>
  );
}
