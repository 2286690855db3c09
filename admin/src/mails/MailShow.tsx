import Grid from '@mui/material/Grid';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useShowContext, useTranslate } from 'react-admin';
import { ActivitySection } from '../activity/ActivitySection.js';
import { Section } from '../ui/common/Section.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { RecordPage } from '../ui/page/RecordPage.js';
import { SectionColumn } from '../ui/page/SectionColumn.js';
import { MailBanner } from './MailBanner.js';
import { MailButtons } from './MailButtons.js';
import { MailContent } from './MailContent.js';
import { MailInformation } from './MailInformation.js';
import type { MailRecord } from '../data/mailMethods.js';
import { MailState } from './fields.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';
import { Permitted } from '../ui/page/Permitted.js';

/** One mail: its state and its content. */
export function MailShow() {
  const translate = useTranslate();
  const show = useShowContext<MailRecord>();
  const { record, refetch } = show;
  useRefreshWhileUnsent(record && [record], refetch);
  const [measured, setMeasured] = useState<string>();
  const subject = record?.subject ?? '';

  return (
    <RecordPage state={show}>
      <PageHeader title={subject} under="mails" after={<MailState />}>
        <Permitted to="write" resource="mails">
          <MailButtons />
        </Permitted>
      </PageHeader>
      <MailBanner />
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, lg: 4 }}>
          <MailInformation />
        </Grid>
        <Grid size={{ xs: 12, lg: 8 }}>
          <SectionColumn>
            <Section title={translate('resources.mails.content.title')} isBusy={measured !== record?.id}>
              {/* The list's record, which is shown until the mail itself is loaded, has no content. */}
              {record?.html === undefined ? (
                <Skeleton variant="rounded" height={480} />
              ) : (
                <MailContent mail={record} onMeasured={() => setMeasured(record.id)} />
              )}
            </Section>
            <ActivitySection resource="mails" />
          </SectionColumn>
        </Grid>
      </Grid>
    </RecordPage>
  );
}
