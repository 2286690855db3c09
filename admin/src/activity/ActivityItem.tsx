import { useTranslate } from 'react-admin';
import type { AuditEntry } from '#domain/audit';
import { humanize } from '#domain/payments';
import { TimeText } from '../ui/common/TimeText.js';
import { ActivityChange } from './ActivityChange.js';
import { isNothing } from './formatFieldValue.js';

/** One entry of the audit trail: time and network address, action and actor, and the changed fields. */
export function ActivityItem({ entry: { at, by, ip, action, changes = [] } }: { entry: AuditEntry }) {
  const translate = useTranslate();
  // The entry of a new record lists all fields; empty ones are left out.
  const shown = changes.filter(({ from, to }) => !isNothing(from) || !isNothing(to));
  const words = translate(`admin.activity.actions.${action}`, { _: humanize(action) });
  return (
    <li>
      <div data-when>
        <TimeText value={at} /> <span>{translate('admin.activity.from', { ip })}</span>
      </div>
      <div data-what>
        <strong>{translate('admin.activity.who', { action: words, name: by })}</strong>
        {shown.length > 0 && (
          <ul>
            {shown.map((change) => (
              <ActivityChange key={change.field} {...change} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
