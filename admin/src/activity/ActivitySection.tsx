import Button from '@mui/material/Button';
import { useId, useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { ResourceName } from '../apiErrors.js';
import { Section } from '../common/Section.js';
import { ActivityList } from './ActivityList.js';

/** The audit trail of the record in context; loaded when it is opened. */
export function ActivitySection({ resource }: { resource: ResourceName }) {
  const translate = useTranslate();
  const record = useRecordContext<{ id: string }>();
  const [open, setOpen] = useState(false);
  const panel = useId();
  if (!record) return null;
  return (
    <Section
      flush
      title={translate('admin.activity.title')}
      action={
        <Button aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
          {translate(`admin.activity.${open ? 'hide' : 'show'}`)}
        </Button>
      }
    >
      <div id={panel}>{open && <ActivityList resource={resource} id={record.id} />}</div>
    </Section>
  );
}
