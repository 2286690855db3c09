import { Box, styled, Tab, Tabs } from '@mui/material';
import { useId, useMemo, useState } from 'react';
import type { MailPreview } from '#domain/mail/mail';
import { mailPolicy } from '../ui/common/trustedTypes.js';
import { useTexts } from '../ui/i18n/useTranslate.js';

// The frame inherits this page's content security policy: nothing from elsewhere is loaded, and styles need the nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Returns HTML as the browser lets it be parsed: a TrustedHTML, or the text itself where the browser has none. */
const trusted = (html: string): string => mailPolicy?.createHTML(html) ?? html;

/** The mail's document, with the nonce on its styles; its links open in a tab of their own. */
function framedDocument(html: string): string {
  // Parsed as a template: the document of a DOMParser would have its styles, without a nonce yet, reported as refused.
  const template = document.createElement('template');
  template.innerHTML = trusted(html);
  for (const style of template.content.querySelectorAll('style')) style.setAttribute('nonce', nonce);
  for (const link of template.content.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer';
  }
  return `<!doctype html><html lang="en">${template.innerHTML}</html>`;
}

/** A mail's HTML as its recipient sees it, without scripts or forms; of the page's origin, to be measured. */
function MailFrame({ html, title, onMeasured }: { html: string; title: string; onMeasured?: () => void }) {
  const srcDoc = useMemo(() => framedDocument(html), [html]);
  const [height, setHeight] = useState(480);
  return (
    <Border>
      <Frame
        title={title}
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        height={height}
        ref={(frame) => {
          if (!frame) return;
          // React would make a text of the TrustedHTML.
          if (frame.srcdoc !== srcDoc) frame.srcdoc = trusted(srcDoc);
          // The text wraps differently when the frame's width changes.
          const observer = new ResizeObserver(() => {
            const body = frame.contentDocument?.body;
            // Before the mail's document there is an empty one.
            if (!body?.hasChildNodes()) return;
            setHeight(Math.ceil(body.getBoundingClientRect().height));
            onMeasured?.();
          });
          const observe = () => {
            observer.disconnect();
            const root = frame.contentDocument?.documentElement;
            if (root) observer.observe(root);
          };
          frame.addEventListener('load', observe);
          observe();
          return () => {
            frame.removeEventListener('load', observe);
            observer.disconnect();
          };
        }}
      />
    </Border>
  );
}

const Border = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  overflow: 'hidden',
}));

const Frame = styled('iframe')({ display: 'block', width: '100%', border: 0 });

const forms = ['html', 'text'] as const;
type Form = (typeof forms)[number];

interface MailContentProps {
  mail: Pick<MailPreview, 'subject' | 'text' | 'html'>;
  /** Called once the height of the html is known. */
  onMeasured?: () => void;
}

/** Both parts of a mail: its HTML, and its plain text. */
export function MailContent({ mail, onMeasured }: MailContentProps) {
  const label = useTexts('resources.mails.content');
  const [form, setForm] = useState<Form>('html');
  const id = useId();

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
