import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { MailPreview } from '#domain/mail';
import { MailFrame } from './MailFrame.js';

const forms = ['html', 'text'] as const;
type Form = (typeof forms)[number];

interface MailContentProps {
  mail: Pick<MailPreview, 'subject' | 'text' | 'html'>;
  /** Called once the height of the html is known. */
  onMeasured?: () => void;
}

/** Both parts of a mail: its HTML, and its plain text. */
export function MailContent({ mail, onMeasured }: MailContentProps) {
  const translate = useTranslate();
  const [form, setForm] = useState<Form>('html');
  const id = useId();
  const label = (name: string) => translate(`resources.mails.content.${name}`);

  return (
    <>
      <Tabs
        value={form}
        onChange={(_event, name: Form) => setForm(name)}
        aria-label={label('forms')}
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {forms.map((name) => (
          <Tab
            key={name}
            value={name}
            label={label(name)}
            id={`${id}-${name}`}
            aria-controls={form === name ? `${id}-panel` : undefined}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${form}`}>
        {form === 'html' ? (
          <MailFrame html={mail.html} title={mail.subject} onMeasured={onMeasured} />
        ) : (
          <Box
            component="pre"
            sx={{
              m: 0,
              p: 2,
              borderRadius: 1,
              bgcolor: 'action.hover',
              fontSize: '0.8125rem',
              overflowWrap: 'anywhere',
              whiteSpace: 'pre-wrap',
            }}
          >
            {mail.text}
          </Box>
        )}
      </div>
    </>
  );
}
