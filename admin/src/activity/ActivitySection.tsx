import { useId, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { AuditResource } from '#domain/audit';
import { Section } from '../ui/common/Section.js';
import { ActivityList } from './ActivityList.js';
import { ActivityToggle } from './ActivityToggle.js';
import { useCan } from '../session/role.js';

/** The audit trail of the record in context; loaded when it is opened. */
export function ActivitySection({ resource }: { resource: AuditResource }) {
  const translate = useTranslate();
  const record = useRecordContext<{ id: string }>();
  const [isOpen, setIsOpen] = useState(false);
  const panel = useId();
  const canRead = useCan('read', 'history');
  if (!record || !canRead) return null;
  return (
    <Section
      flush
      title={translate('admin.activity.title')}
      action={<ActivityToggle isOpen={isOpen} panel={panel} onToggle={setIsOpen} />}
    >
      <div id={panel}>{isOpen && <ActivityList resource={resource} id={record.id} />}</div>
    </Section>
  );
}
